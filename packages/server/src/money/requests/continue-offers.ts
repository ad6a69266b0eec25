import { CallError, type CallResponse, type OnrampOffer, type OnrampOffers } from '@kassa/contract';
import { requireMethodOn } from '../../catalog/method-switches.ts';
import type { OffersOutcome, PlayerStep } from '../../connectors/connector.ts';
import type { ConnectorError } from '../../connectors/connector-outcome.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { askProvider, fewRetries, requestOf } from '../../providers/ask-provider.ts';
import { endDeposit } from '../deposits/end-deposit.ts';
import { canContinue, loadDeposit, lockDeposit } from '../deposits/load-deposit.ts';
import { type Move, moveDeposit } from '../deposits/move-deposit.ts';
import { firstCheckMs, onrampLifetimeMs } from '../deposits/plan-next-check.ts';
import { planDecline } from '../deposits/plan-outcome.ts';
import { haveOffersEnded, readStep, validateOffers, writeStep } from '../deposits/player-step.ts';
import { describeError } from '../provider-events/fail-over.ts';
import { answerFor, refusal } from '../provider-events/finish-deposit.ts';
import { cancelAtProvider } from '../provider-events/follow-up-deposit.ts';
import { hasMoney, isOpen } from '../states/deposit.machine.ts';

type Continuation = CallResponse<'external-deposit-continue'>;

/**
 * Takes an offer of a player's deposit at its provider, whose page becomes the deposit's next step.
 * The same offer again returns the same page; also after a crash, since the provider keeps the
 * first choice. Without an offer that can be taken, the provider is asked for fresh ones. No lock is
 * held meanwhile.
 * @throws CallError deposit.notFound; deposit.notOpen if money has arrived, or the deposit has no
 * offers; offer.changed if the deposit's step is no longer that offer; player.blocked,
 * player.selfExcluded, method.unavailable or method.maintenance if the player may no longer pay;
 * provider.unavailable or provider.timeout if the provider gives no response, after which nothing
 * has changed
 */
export async function continueOffers(
  core: Core,
  owner: PlayerRef,
  depositId: string,
  offerId: string | undefined,
): Promise<Continuation> {
  const deposit = await loadDeposit(core.db, owner, depositId);
  const offers = readOffers(core, deposit);
  if (offers === null) return showChoice(core, deposit, offerId);
  await requireNotBlocked(core, core.db, owner, 'deposit');
  await requireMethodOn(core, core.db, owner.brandId, deposit.payment_method);
  const isPast = haveOffersEnded(offers, core.now());
  const offer = isPast
    ? undefined
    : offers.paymentMethodOffers.find((one) => one.offerId === offerId);
  const outcome = await askForOffers(core, deposit, offer);
  return showChoice(core, await storeOutcome(core, owner, deposit, outcome), offerId);
}

/** Returns the offers that the player can choose from; null if the deposit doesn't wait for that. */
function readOffers(core: Core, deposit: Deposit): Extract<PlayerStep, { kind: 'offers' }> | null {
  if (!canContinue(deposit, core.now())) return null;
  const step = readStep(core, deposit);
  return step?.kind === 'offers' ? step : null;
}

function askForOffers(
  core: Core,
  deposit: Deposit,
  offer: OnrampOffer | undefined,
): Promise<OffersOutcome> {
  const ref = { depositId: deposit.id, providerReference: deposit.provider_reference };
  return askProvider<OffersOutcome>(
    core,
    requestOf(deposit, 'offers'),
    async ({ offers }) => {
      if (offers === undefined) return noOffers;
      const asked = offer === undefined ? offers.quote(ref) : offers.choose(ref, offer);
      return validateOffers(await asked, { now: core.now(), currency: deposit.currency });
    },
    fewRetries,
  );
}

/** The brand's files have changed since the deposit was created. */
const noOffers: ConnectorError = {
  kind: 'error',
  error: 'misconfigured',
  detail: 'the connector has no offers',
};

/**
 * Stores the provider's response, if the deposit still waits for a choice. Returns the deposit as it
 * then is: canceled, or with the page of another request, if that was faster.
 */
async function storeOutcome(
  core: Core,
  owner: PlayerRef,
  asked: Deposit,
  outcome: OffersOutcome,
): Promise<Deposit> {
  if (outcome.kind === 'error' && outcome.error !== 'declined') throw toCallError(asked, outcome);
  const { deposit, hasMoved } = await core.db.transaction().execute(async (tx) => {
    await lockDeposit(tx, owner, asked.id);
    const current = await loadDeposit(tx, owner, asked.id);
    if (readOffers(core, current) === null) return { deposit: current, hasMoved: false };
    if (outcome.kind === 'offered') {
      return { deposit: await storeOffers(core, tx, current, outcome.offers), hasMoved: false };
    }
    const moved =
      outcome.kind === 'error'
        ? await endDeposit(core, tx, current, 'declined', planDeclined(outcome))
        : await moveDeposit(
            core,
            tx,
            current,
            'awaitingPlayer',
            planChoice(core, current, outcome),
          );
    return { deposit: moved ?? current, hasMoved: moved !== null };
  });
  if (hasMoved) publishDeposit(core, deposit);
  // The deposit has ended while its provider was asked, which may know the choice only now.
  if (!isOpen(deposit.status) && !hasMoney(deposit.status)) await cancelAtProvider(core, deposit);
  return deposit;
}

function planDeclined(outcome: Extract<ConnectorError, { error: 'declined' }>): Move {
  const why = { why: outcome.reason };
  const [, move] = planDecline('no provider sells to the player', outcome.message, why);
  const { late_until: _, ...changes } = move.changes ?? {};
  return { ...move, changes, error: describeError(outcome) };
}

/** Stores fresh offers in a locked deposit. They change no status, so they have no history. */
function storeOffers(core: Core, tx: Tx, deposit: Deposit, offers: OnrampOffers): Promise<Deposit> {
  return tx
    .updateTable('deposits')
    .set({
      ...writeStep(core, deposit, { kind: 'offers', ...offers }),
      updated_at: core.now(),
    })
    .where('brand_id', '=', deposit.brand_id)
    .where('id', '=', deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function planChoice(
  core: Core,
  deposit: Deposit,
  { offer, page }: Extract<OffersOutcome, { kind: 'chosen' }>,
): Move {
  const now = core.now().getTime();
  return {
    reason: `the player has chosen the offer of ${offer.method}`,
    changes: {
      ...writeStep(core, deposit, { ...page, offer }),
      expires_at: new Date(now + onrampLifetimeMs),
      next_check_at: new Date(now + firstCheckMs),
      check_count: 0,
    },
  };
}

/** Answers from the deposit's present state, whoever brought it there. */
function showChoice(core: Core, deposit: Deposit, offerId: string | undefined): Continuation {
  const ended = findEnd(core, deposit);
  if (ended !== null) return { ...describe(deposit, null), data: null, error: ended };
  const step = readStep(core, deposit);
  if (step?.kind === 'page' && step.offer !== undefined) {
    if (step.offer.offerId !== offerId) throw refusal(deposit, 'offer.changed', changed);
    const { url: source, method, data: fields } = step;
    return { ...describe(deposit, step.offer), data: { source, method, fields }, error: null };
  }
  if (step?.kind === 'offers') throw refusal(deposit, 'offer.changed', changed);
  throw refusal(deposit, 'deposit.notOpen', 'The deposit has no offers to choose from.');
}

const changed = 'The offer has ended or changed.';

/**
 * Returns the error of a deposit that has ended without money; null for any other.
 * @throws CallError deposit.notOpen if money has arrived
 */
function findEnd(core: Core, deposit: Deposit): Continuation['error'] {
  if (hasMoney(deposit.status)) {
    throw refusal(deposit, 'deposit.notOpen', 'Money has arrived for the deposit.');
  }
  try {
    answerFor(core, deposit);
  } catch (error) {
    if (error instanceof CallError) return { code: error.code, message: error.message };
    throw error;
  }
  // It ends at the next follow-up.
  if (deposit.expires_at > core.now()) return null;
  return { code: 'deposit.notOpen', message: 'The deposit has ended.' };
}

function describe(deposit: Deposit, offer: OnrampOffer | null) {
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    passedAmount: deposit.amount,
    passedCurrency: deposit.currency,
    processingAmount: offer?.amount ?? null,
    processingCurrency: offer?.currency ?? null,
  };
}

function toCallError(deposit: Deposit, { error }: ConnectorError): CallError {
  const isUnclear = error === 'timeoutUnknown' || error === 'malformed';
  return isUnclear
    ? refusal(deposit, 'provider.timeout', 'The payment provider gave no clear response.')
    : refusal(deposit, 'provider.unavailable', 'The payment provider is not available.');
}
