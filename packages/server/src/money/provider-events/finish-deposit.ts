import { CallError, type DepositCreateResponse, type ErrorCode } from '@kassa/contract';
import { nameForProvider } from '../../catalog/fields.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { CreateOutcome, DepositOrder } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { openFields } from '../../ground/encryption/sealed.ts';
import type { KeepAnswer } from '../../ground/idempotency/run-once.ts';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { openOrderPlayer } from '../../players/player-data.ts';
import { isErased, type PlayerRef } from '../../players/player-row.ts';
import {
  askProvider,
  fewRetries,
  noRetries,
  notificationUrl,
  requestOf,
} from '../../providers/ask-provider.ts';
import { findAddress } from '../addresses/find-address.ts';
import { attemptIdOf } from '../deposits/attempt-id.ts';
import { chargedOf } from '../deposits/charged.ts';
import { encodeStep } from '../deposits/encode-step.ts';
import { holdLocks, isContinued, loadDeposit, lockDeposit } from '../deposits/load-deposit.ts';
import { type AttemptError, moveDeposit } from '../deposits/move-deposit.ts';
import { type PlannedMove, planDecline, planOutcome } from '../deposits/plan-outcome.ts';
import { readStep, validateStep } from '../deposits/player-step.ts';
import { hasReceiptAt } from '../deposits/receipts.ts';
import { validateFieldsRequired } from '../deposits/requested-fields.ts';
import { approveSubject } from '../policy/approval.ts';
import { findReserved } from '../requisites/find-reserved.ts';
import { hasMoney, isOpen } from '../states/deposit.machine.ts';
import {
  type BegunDeposit,
  countRequest,
  describeError,
  failOver,
  findNextRoute,
} from './fail-over.ts';
import { cancelAtProvider } from './follow-up-deposit.ts';

/**
 * The time in ms within which a further route is asked: with the last provider's response and its
 * retries it is less than `answerTimeoutMs`.
 */
const failoverWithinMs = 10_000;

type Keep = KeepAnswer<DepositCreateResponse>;

/**
 * Takes a deposit from `created`, or from further fields of its player, to the player's next step.
 * May run again after a crash: the provider knows the attempt's id and responds with the same
 * payment.
 * @param begun - the deposit and its requisite, if this request has just begun it
 * @param keep - stores the answer by the transaction of the last transition
 * @throws CallError if the provider declines or is unreachable; the deposit records that, too.
 */
export async function finishDeposit(
  core: Core,
  owner: PlayerRef,
  depositId: string,
  { begun = null, keep = async () => {} }: { begun?: BegunDeposit | null; keep?: Keep } = {},
): Promise<DepositCreateResponse> {
  const deposit = begun?.deposit ?? (await loadDeposit(core.db, owner, depositId));
  if (deposit.status === 'created') {
    const approval = await approveSubject(core, 'deposit', deposit);
    if (!approval.approved) {
      const reason = approval.isAnswered
        ? 'the operator rejected it'
        : 'the operator did not respond';
      const refused = planDecline(reason, approval.message, { code: 'operator.declined' });
      return applyMove(core, deposit, refused, 'operator.declined', keep);
    }
    if (approval.isAsked) {
      // The deposit may have ended meanwhile.
      const current = await loadDeposit(core.db, owner, depositId);
      if (current.status !== 'created') return answerFor(core, current);
    }
  } else if (!isContinued(deposit)) return answerFor(core, deposit);
  return askRoutes(core, owner, { ...begun, deposit }, keep);
}

/**
 * Asks the provider of the attempt under way, and those of the further routes as long as the one
 * before has failed in a way that permits it.
 */
async function askRoutes(
  core: Core,
  owner: PlayerRef,
  first: BegunDeposit,
  keep: Keep,
): Promise<DepositCreateResponse> {
  const failoverUntil = core.now().getTime() + failoverWithinMs;
  for (let begun = first; ; ) {
    const { deposit } = begun;
    if (!(await countRequest(core, deposit))) {
      // Another process has begun the next attempt since the deposit was loaded.
      const current = await loadDeposit(core.db, owner, deposit.id);
      const isNext = current.status === 'created' && current.attempt > deposit.attempt;
      if (!isNext) return answerFor(core, current);
      begun = { deposit: current };
      continue;
    }
    const hasNext = findNextRoute(core, deposit) !== null;
    const outcome = await askToCreate(core, begun, hasNext ? noRetries : fewRetries);
    const isInTime = core.now().getTime() < failoverUntil;
    const moved = isInTime ? await failOver(core, deposit, outcome) : null;
    if (moved === null) return applyOutcome(core, deposit, outcome, keep);
    begun = { deposit: moved };
  }
}

/**
 * Asks the provider to create the payment; retries while the player waits if the provider certainly
 * did nothing.
 */
async function askToCreate(
  core: Core,
  { deposit, requisite }: BegunDeposit,
  retries: typeof fewRetries,
): Promise<CreateOutcome> {
  const provider = requestOf(deposit, 'create');
  const context = { table: 'deposits' as const, brandId: deposit.brand_id, id: deposit.id };
  const fields = openFields(core.vault, context, deposit.fields_sealed);
  const method = findBrandMethod(core.catalogOf(deposit.brand_id), deposit.payment_method);
  const order: DepositOrder = {
    depositId: deposit.id,
    attemptId: attemptIdOf(deposit.id, deposit.attempt),
    playerId: deposit.player_id,
    player: openOrderPlayer(core.vault, 'deposit', deposit),
    paymentMethod: deposit.payment_method,
    category: method?.category ?? null,
    cardViewType: method?.cardViewType ?? null,
    wallet: method?.wallet ?? null,
    reference: deposit.reference,
    amount: deposit.amount,
    currency: deposit.currency,
    ...chargedOf(deposit),
    fields: nameForProvider(deposit.field_names, fields),
    providerReference: deposit.provider_reference,
    requisite: requisite ?? (await findReserved(core, deposit)),
    address: await findAddress(core, deposit),
    returnUrl: deposit.return_url,
    notificationUrl: notificationUrl(core, provider),
  };
  const account = core.brands.get(deposit.brand_id)?.accounts.get(deposit.connector);
  if (order.payerFee !== '0' && account?.canChargeFee !== true) return cannotChargeFee;
  const scope = { hasPciScope: account?.hasPciScope === true };
  const ask = async (connector: { create: (order: DepositOrder) => Promise<CreateOutcome> }) =>
    validateStep(validateFieldsRequired(await connector.create(order), scope), {
      ...scope,
      now: core.now(),
      currency: deposit.currency,
    });
  return askProvider(core, provider, ask, retries);
}

/** The brand's files have changed since the deposit was created, or this is another route. */
const cannotChargeFee: CreateOutcome = {
  kind: 'error',
  error: 'rejected',
  detail: 'the connector can’t charge a fee on top',
};

/** Stores the outcome of the provider's response; a faster notification takes precedence. */
async function applyOutcome(
  core: Core,
  deposit: Deposit,
  outcome: CreateOutcome,
  keep: Keep,
): Promise<DepositCreateResponse> {
  const move = planOutcome(core, deposit, outcome);
  if (move === null) {
    // The request may have reached the provider: the deposit stays open and is followed up.
    throw refusal(deposit, 'provider.timeout', 'The payment provider gave no clear response.');
  }
  return applyMove(core, deposit, move, outcome, keep);
}

async function applyMove(
  core: Core,
  deposit: Deposit,
  move: PlannedMove,
  outcome: CreateOutcome | 'operator.declined',
  keep: Keep,
): Promise<DepositCreateResponse> {
  const [to, planned] = move;
  const moved = await core.db.transaction().execute(async (tx) => {
    await holdLocks(tx, deposit.brand_id, deposit.id);
    const error = isOpen(to) ? undefined : explain(outcome);
    // The response belongs to the player's latest fields only, and an erasure is final.
    const answer = { ...planned, answeredTo: deposit, ...(error && { error }) };
    const written = await moveDeposit(core, tx, deposit, to, answer);
    if (written !== null) await keep(tx, () => respond(core, written, outcome));
    return written;
  });
  const kept = moved ?? (await keepProviderData(core, deposit, move));
  if (moved !== null) publishDeposit(core, moved);
  const isTooMuch =
    outcome !== 'operator.declined' &&
    outcome.kind === 'fieldsRequired' &&
    kept.status === 'declined';
  if (isTooMuch) await cancelAtProvider(core, kept);
  return respond(core, kept, outcome);
}

/** Returns why the attempt ends, for the operator. */
function explain(outcome: CreateOutcome | 'operator.declined'): AttemptError | undefined {
  if (outcome === 'operator.declined') return { error: outcome, detail: null };
  return outcome.kind === 'error' ? describeError(outcome) : undefined;
}

/**
 * Builds the response after a provider's or the operator's answer.
 * @throws CallError as {@link answerFor}; provider.unavailable if the player's fields had no effect, and
 * the provider still waits for them
 */
function respond(
  core: Core,
  deposit: Deposit,
  outcome: CreateOutcome | 'operator.declined',
): DepositCreateResponse {
  const isError = outcome !== 'operator.declined' && outcome.kind === 'error';
  if (isError && deposit.failure_code === null && isOpen(deposit.status)) {
    throw refusal(deposit, 'provider.unavailable', noDeposit);
  }
  return answerFor(core, deposit);
}

/**
 * Stores the provider's response to a deposit that was moved meanwhile. The other move takes
 * precedence, but the provider's id is stored, and its page while the player can still pay there.
 * If the deposit has ended meanwhile, or was paid at another account, it is canceled at the provider as
 * well. For an erased player only the id is stored.
 */
async function keepProviderData(
  core: Core,
  deposit: Deposit,
  [, { changes = {} }]: PlannedMove,
): Promise<Deposit> {
  const owner = ownerOf(deposit);
  const { provider_reference, redirect, step_sealed, expires_at } = changes;
  if (provider_reference == null) return loadDeposit(core.db, owner, deposit.id);
  const step =
    redirect || step_sealed ? { redirect, step_sealed, ...(expires_at && { expires_at }) } : {};
  const kept = await core.db.transaction().execute(async (tx) => {
    await lockDeposit(tx, owner, deposit.id);
    const { status } = await loadDeposit(tx, owner, deposit.id);
    const isPayable = isOpen(status) && !(await isErased(tx, owner));
    return tx
      .updateTable('deposits')
      .set({ provider_reference, ...(isPayable ? step : {}) })
      .where('brand_id', '=', deposit.brand_id)
      .where('id', '=', deposit.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  const isPaidHere = hasMoney(kept.status) && (await hasReceiptAt(core.db, kept, kept.connector));
  if (!isOpen(kept.status) && !isPaidHere) await cancelAtProvider(core, kept);
  return kept;
}

function ownerOf(deposit: Deposit): PlayerRef {
  return { brandId: deposit.brand_id, playerId: deposit.player_id };
}

const noDeposit = 'The payment provider could not accept this deposit.';

/**
 * Builds the response for a deposit from its present state (§3 "Deposit create response").
 * @throws CallError with the error that the deposit failed with; deposit.notOpen if it ended
 * without money
 */
export function answerFor(core: Pick<Core, 'vault'>, deposit: Deposit): DepositCreateResponse {
  if (deposit.failure_code !== null) {
    throw refusal(deposit, deposit.failure_code, deposit.failure_message ?? noDeposit);
  }
  if (!isOpen(deposit.status) && !hasMoney(deposit.status)) {
    throw refusal(deposit, 'deposit.notOpen', 'The deposit has ended.');
  }
  const fields = deposit.status === 'awaitingPlayer' ? (deposit.required_fields ?? []) : [];
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    apiResponse: {
      depositId: deposit.id,
      ...encodeStep(readStep(core, deposit), deposit),
      isFieldsRequired: fields.length > 0,
    },
    fields,
  };
}

/** Builds an error that names the deposit's reference, so that support finds it. */
export function refusal(deposit: Deposit, code: ErrorCode, message: string): CallError {
  return new CallError(code, message, {}, deposit.reference);
}
