import { addressField } from '../../catalog/canonical-fields.ts';
import { toUnits } from '../../connectors/coin-units.ts';
import type { PayoutObstacle, PayoutQuote } from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayout } from '../../ground/database/tables/chain-payouts.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { openPayee } from '../../ground/encryption/sealed-payee.ts';
import { payoutMoneyOf } from '../withdrawals/payout-money.ts';
import { findDestinationProblem } from './check-destination.ts';
import { findHotWallet } from './find-hot-wallet.ts';
import { inTurn } from './in-turn.ts';
import { findWalletOf, loadPayout, loadSigned } from './load-payout.ts';
import { noteProblem, type PlacedPayout, signFirst } from './sign-payout.ts';
import { type PlannedPayout, takePlace, untilNodesAnswer } from './take-place.ts';

export type ChainSendOutcome =
  /** A node has taken the transaction. */
  | { kind: 'sent'; txid: string }
  /** It has no place in the wallet, and nothing was signed: it may be tried again, or reviewed. */
  | PayoutObstacle
  /** It has its place and goes on later: nobody may give it another one. */
  | { kind: 'unfinished'; detail: string }
  /** Another transaction has its place for good: a person has to find out which. */
  | { kind: 'displaced'; detail: string };

/**
 * Sends the payout of a withdrawal that is `sending` from the wallet of its account, or goes on where
 * a crash has left it: at each step the rows say what has happened. It has one place in the wallet
 * before anything is signed, and a transaction is stored before it is sent. So it is paid at most
 * once, and its outcome is never unknown.
 */
export function sendOnChain(core: Core, withdrawal: Withdrawal): Promise<ChainSendOutcome> {
  const { brand_id: brandId, connector: account, payment_method: paymentMethod } = withdrawal;
  const paying = findHotWallet(core, { brandId, account, paymentMethod });
  const wallet = `${paying?.rail.blockchain} ${paying?.wallet.address}`;
  return inTurn(wallet, () => send(core, withdrawal));
}

async function send(core: Core, withdrawal: Withdrawal): Promise<ChainSendOutcome> {
  const before = await loadPayout(core.db, withdrawal);
  if (before !== undefined && before.status !== 'reserved') return sendSigned(core, before);
  const planned = await plan(core, withdrawal, before);
  if ('kind' in planned) {
    if (before === undefined) return planned;
    await noteProblem(core, before, planned.detail);
    return { kind: 'unfinished', detail: planned.detail };
  }
  const place = await takePlace(core, withdrawal, planned);
  if (place.kind !== 'taken') return place;
  const payout = await loadPayout(core.db, withdrawal);
  if (payout === undefined) return { kind: 'waits', detail: 'its place was given back' };
  if (payout.status !== 'reserved') return sendSigned(core, payout);
  const placed = { payout, paying: planned.paying, order: planned.order };
  const signed = await signFirst(core, placed, planned.quote.price, place.isOwn);
  if (signed.kind !== 'signed') return signed;
  return sendSigned(core, { ...payout, status: 'signed' });
}

/**
 * Checks a payout and asks the wallet's nodes what it costs. One that has its place keeps its wallet
 * and coin, whatever the settings say now.
 */
export async function plan(
  core: Core,
  withdrawal: Withdrawal,
  before: ChainPayout | undefined,
): Promise<PlannedPayout | PayoutObstacle> {
  const described = await describeOrder(core, withdrawal, before);
  if ('kind' in described) return described;
  const { paying, order, target } = described;
  const quote = await untilNodesAnswer(async (): Promise<PayoutQuote | PayoutObstacle> => {
    const obstacle = await paying.wallet.findObstacle(order);
    if (obstacle !== null) return { kind: 'refused', detail: `the address ${obstacle}` };
    return paying.wallet.quote(order);
  });
  return 'kind' in quote ? quote : { paying, order, target, quote };
}

async function describeOrder(
  core: Core,
  withdrawal: Withdrawal,
  before: ChainPayout | undefined,
): Promise<Omit<PlannedPayout, 'quote'> | PayoutObstacle> {
  const { brand_id: brandId, connector: account, payment_method: paymentMethod } = withdrawal;
  const refuse = (detail: string): PayoutObstacle => ({ kind: 'refused', detail });
  const paying =
    before === undefined
      ? findHotWallet(core, { brandId, account, paymentMethod })
      : findWalletOf(core, before);
  const { amount, currency } = payoutMoneyOf(withdrawal);
  if (paying?.coin.currency !== currency)
    return refuse(`the account has no hot wallet for ${currency}`);
  const { fields } = openPayee(core.vault, withdrawal);
  const read = paying.wallet.readDestination(fields[addressField] ?? '');
  if (!read.isValid) return refuse(`the address ${read.problem}`);
  const problem = await findDestinationProblem(core.db, paying, read.address);
  if (problem !== null) return refuse(`the address ${problem}`);
  const { coin } = paying;
  const { target } = read;
  const order = {
    withdrawalId: withdrawal.id,
    requestedAt: withdrawal.created_at,
    destination: read.address,
    coin,
    units: toUnits(amount, coin.decimals),
  };
  return before === undefined || isSamePayment(before, order, target)
    ? { paying, order, target }
    : refuse(`the settings of ${currency} have changed since the payout has its place`);
}

/** Whether an order still pays what the payout of the same withdrawal was made for. */
function isSamePayment(
  before: ChainPayout,
  { coin, units }: PlannedPayout['order'],
  target: string,
): boolean {
  return (
    BigInt(before.units) === units && before.contract === coin.contract && before.target === target
  );
}

/** The order of a payout that has its place, or why it can't be signed again. */
export async function describePlaced(
  core: Core,
  withdrawal: Withdrawal,
  payout: ChainPayout,
): Promise<PlacedPayout | PayoutObstacle> {
  const described = await describeOrder(core, withdrawal, payout);
  return 'kind' in described ? described : { payout, ...described };
}

/** Sends what was signed, once more or for the first time. */
async function sendSigned(core: Core, payout: ChainPayout): Promise<ChainSendOutcome> {
  const signed = await loadSigned(core.db, payout);
  const last = signed.at(-1);
  if (last === undefined) throw new Error(`The payout ${payout.withdrawal_id} has no transaction`);
  switch (payout.status) {
    case 'confirmed':
    case 'failed':
      return { kind: 'sent', txid: payout.txid ?? last.txid };
    case 'displaced':
      return { kind: 'displaced', detail: 'another transaction of the hot wallet has its place' };
    default: {
      const detail = await broadcast(core, payout, signed);
      if (detail === null) return { kind: 'sent', txid: last.txid };
      await noteProblem(core, payout, detail);
      return { kind: 'unfinished', detail };
    }
  }
}

/**
 * Sends the newest transaction of a payout to its nodes; an older one if none takes it, as where
 * nodes replace nothing. Returns why none is taken, or null.
 */
export async function broadcast(
  core: Pick<Core, 'brands'>,
  payout: ChainPayout,
  signed: readonly { raw: string }[],
): Promise<string | null> {
  const paying = findWalletOf(core, payout);
  if (paying === null) return 'its hot wallet is no longer in the settings';
  const details: string[] = [];
  for (const { raw } of signed.toReversed()) {
    const { isTaken, detail } = await paying.wallet.broadcast(raw);
    if (isTaken) return null;
    details.push(detail);
  }
  return details[0] ?? 'nothing is signed';
}
