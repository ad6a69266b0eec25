import {
  addDecimals,
  compareDecimals,
  convertMoney,
  type Money,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { ProviderReversal } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { revokeReversedBonus } from '../bonuses/deposit-bonus.ts';
import { moveByReceipts } from '../deposits/crediting.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { isSameMoney } from '../deposits/receipts.ts';
import { findCoinsToTake, recordTakenCoins } from '../sweepstake/coin-grants.ts';
import { recordReversal } from './reversals.ts';
import { chooseReceipt, loadReceipts, type Receipt } from './reversible-receipts.ts';

/** A reversal event. The provider's id may be unknown if an operator reports the event. */
type ReversalEvent = Pick<ProviderReversal, 'reversal' | 'amount' | 'paymentReference'> & {
  providerReference: string | null;
};

/**
 * Applies a chargeback, refund or reversal to its receipt, each once. The caller has locked deposit
 * and player.
 */
export async function reversePayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  act: ReversalEvent,
): Promise<Applied> {
  const receipts = await loadReversible(tx, deposit, evidence, act);
  const { meant, rest } = resolveParts(receipts, act);
  const matched = await matchEarlierEvent(tx, deposit, receipts, evidence, meant);
  if (matched !== null) return { outcome: matched, changed: null };
  const chosen = chooseReceipt(receipts, meant);
  if (typeof chosen === 'string') return { outcome: chosen, changed: null };
  const reversed = await reverseReceipt(core, tx, deposit, chosen, evidence, meant);
  if (rest === null || reversed.outcome !== 'reversed') return reversed;
  const current = (reversed.changed as Deposit | null) ?? deposit;
  return returnParked(core, tx, current, rest, evidence, act);
}

/**
 * A payment above the price of a package is two receipts; the provider knows one. Where it takes back all
 * of it, the price is meant, and the parked rest is returned; where it takes back the rest, only that.
 */
function resolveParts(
  receipts: readonly Receipt[],
  act: ReversalEvent,
): { meant: ReversalEvent; rest: Receipt | null } {
  const { amount, currency } = act.amount;
  const price = receipts.find(
    (receipt) =>
      receipt.part_of === null &&
      receipt.received_amount !== null &&
      receipt.currency === currency &&
      compareDecimals(receipt.received_amount, amount) === 0 &&
      (act.paymentReference ?? receipt.provider_payment_id) === receipt.provider_payment_id,
  );
  if (price === undefined) return { meant: resolveRest(receipts, act), rest: null };
  const rest = receipts.find((one) => one.part_of === price.id && one.status === 'parked');
  const meant = {
    ...act,
    amount: { amount: price.amount, currency },
    paymentReference: price.provider_payment_id,
  };
  return { meant, rest: rest ?? null };
}

/** Names the rest where it is what a reversal of the whole payment takes back. */
function resolveRest(receipts: readonly Receipt[], act: ReversalEvent): ReversalEvent {
  const whole = receipts.find((one) => one.provider_payment_id === act.paymentReference);
  const rest = receipts.find(
    (receipt) =>
      whole !== undefined &&
      receipt.part_of === whole.id &&
      isSameMoney(receipt, act.amount) &&
      (receipt.status === 'parked' ||
        (receipt.status === 'returned' && receipt.returned_reference === null)),
  );
  return rest === undefined ? act : { ...act, paymentReference: rest.provider_payment_id };
}

/**
 * Books the reversal of a receipt, with the money that its refund through the provider holds. The
 * caller has locked deposit and player, and knows that so much of the receipt is left.
 */
export function reverseReceipt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Payment,
  evidence: Evidence,
  act: ReversalEvent & { refund?: Refund },
): Promise<Applied> {
  return receipt.status === 'parked'
    ? returnParked(core, tx, deposit, receipt, evidence, act)
    : reverseCredited(core, tx, deposit, receipt, evidence, act);
}

/**
 * Loads the receipts that a reversal may be about: those at the account that reports it, or at any if
 * an operator does without naming one.
 */
async function loadReversible(
  tx: Tx,
  deposit: Deposit,
  { connector, confirmedBy }: Evidence,
  { paymentReference }: ReversalEvent,
): Promise<Receipt[]> {
  const receipts = await loadReceipts(tx, deposit);
  const isAnywhere = confirmedBy === 'operator' && paymentReference === null;
  return receipts.filter((receipt) => isAnywhere || receipt.connector === connector);
}

/** Matches a reversal with the same one reported before: under the same id, or by an operator. */
async function matchEarlierEvent(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  evidence: Evidence,
  { providerReference, ...act }: ReversalEvent,
): Promise<'duplicate' | 'conflicting' | null> {
  if (providerReference === null) return null;
  const accounts = [evidence.connector, ...receipts.map(({ connector }) => connector)];
  const booked = await findReversals(tx, deposit, accounts, providerReference);
  // The reversal may have returned a parked receipt before.
  const returned = receipts.filter((receipt) => receipt.returned_reference === providerReference);
  const isSame = (known: Money & { deposit_id: string | null }) =>
    known.deposit_id === deposit.id && isSameMoney(known, act.amount);
  const same = booked.find(isSame);
  if (same?.confirmed_by === 'operator' && evidence.confirmedBy === 'provider') {
    await recordReport(tx, deposit, same, { source: evidence.source, providerReference });
  }
  if (same !== undefined || returned.some(isSame)) return 'duplicate';
  if (booked.length + returned.length > 0) return 'conflicting';
  if (evidence.confirmedBy !== 'provider' || act.reversal !== 'refund') return null;
  return matchRefund(tx, deposit, receipts, evidence, { ...act, providerReference });
}

async function reverseCredited(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Payment,
  evidence: Evidence,
  { reversal, amount, providerReference, refund }: ReversalEvent & { refund?: Refund },
): Promise<Applied> {
  // The receipt's own rate: a full reversal takes back exactly the credited amount.
  const conversion = convertMoney(amount, receipt.rate ?? '1', deposit.account_currency);
  if (compareDecimals(conversion.money.amount, '0') <= 0) {
    return { outcome: 'conflicting', changed: null };
  }
  const reversed = addDecimals(deposit.reversed_amount, conversion.money.amount);
  const coins = deposit.box_id === null ? null : await findCoinsToTake(tx, deposit, reversed);
  const taken = await recordReversal(core, tx, {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    depositId: deposit.id,
    withdrawalId: null,
    paymentId: receipt.id,
    connector: receipt.connector,
    subject: deposit,
    kind: reversal,
    providerReversalId: providerReference,
    confirmedBy: evidence.confirmedBy,
    taken: amount,
    conversion,
    evidence: evidence.source,
    refund,
    coins,
  });
  if (taken === null) return { outcome: 'conflicting', changed: null };
  if (coins !== null) await recordTakenCoins(core, tx, deposit, coins);
  const reversed_amount = toCurrencyDecimals(reversed, deposit.account_currency);
  const changed = await moveDeposit(core, tx, deposit, 'processed', {
    reason: `${reversal} of ${amount.amount} ${amount.currency}`,
    changes: { reversed_amount },
  });
  if (changed !== null) await revokeReversedBonus(core, tx, changed);
  return { outcome: 'reversed', changed };
}

/** Marks a parked receipt as returned; no operator needs to resolve it any longer. */
async function returnParked(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Payment,
  evidence: Evidence,
  { reversal, providerReference }: ReversalEvent,
): Promise<Applied> {
  await tx
    .updateTable('payments')
    .set({
      status: 'returned',
      resolved_reason: `${reversal}: ${evidence.source}`,
      returned_reference: providerReference,
      updated_at: core.now(),
    })
    .where('brand_id', '=', receipt.brand_id)
    .where('id', '=', receipt.id)
    .execute();
  const changed = await moveByReceipts(core, tx, deposit, `${reversal} of parked money`);
  return { outcome: 'reversed', changed };
}

/** Selects the reversals that accounts have under an id, each at most one. */
function findReversals(
  tx: Tx,
  { brand_id }: Deposit,
  accounts: readonly string[],
  providerReversalId: string,
) {
  return tx
    .selectFrom('reversals')
    .select(['id', 'deposit_id', 'amount', 'currency', 'confirmed_by', 'evidence'])
    .where('brand_id', '=', brand_id)
    .where('connector', 'in', accounts)
    .where('provider_reversal_id', '=', providerReversalId)
    .execute();
}

/**
 * Matches the provider's refund with the refunds that an operator reported and the provider hasn't
 * reported yet. One of the same money is the same refund and gets the provider's id. `conflicting`
 * if there are only refunds of other money; null if there is none. The caller has locked the
 * deposit.
 */
async function matchRefund(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  { source }: Evidence,
  refund: Omit<ProviderReversal, 'kind' | 'depositId'>,
): Promise<'duplicate' | 'conflicting' | null> {
  const isMeant = ({ provider_payment_id, currency }: Receipt) =>
    refund.paymentReference === null
      ? currency === refund.amount.currency
      : provider_payment_id === refund.paymentReference;
  const meant = receipts.filter(isMeant);
  const reversals = (await findUnmatched(tx, deposit)).filter((row) =>
    meant.some(({ id }) => id === row.payment_id),
  );
  const booked = reversals.find((row) => isSameMoney(row, refund.amount));
  if (booked !== undefined) {
    const { providerReference } = refund;
    await recordReport(tx, deposit, booked, { source, providerReference });
    return 'duplicate';
  }
  // A refund of parked money was never booked: the receipt itself records it.
  const returned = meant.filter(
    ({ status, returned_reference }) => status === 'returned' && returned_reference === null,
  );
  const sentBack = returned.find((row) => isSameMoney(row, refund.amount));
  if (sentBack !== undefined) {
    await tx
      .updateTable('payments')
      .set({ returned_reference: refund.providerReference })
      .where('brand_id', '=', sentBack.brand_id)
      .where('id', '=', sentBack.id)
      .execute();
    return 'duplicate';
  }
  return reversals.length + returned.length > 0 ? 'conflicting' : null;
}

/** Records that the provider has reported a refund that an operator reported before. */
async function recordReport(
  tx: Tx,
  { brand_id }: Deposit,
  booked: { id: string; evidence: string },
  { source, providerReference }: { source: string; providerReference: string },
): Promise<void> {
  await tx
    .updateTable('reversals')
    .set({
      provider_reversal_id: providerReference,
      confirmed_by: 'provider',
      evidence: `${booked.evidence}; then ${source}`,
    })
    .where('brand_id', '=', brand_id)
    .where('id', '=', booked.id)
    .execute();
}

/** Selects the reversals that an operator reported and the provider hasn't reported yet. */
function findUnmatched(tx: Tx, deposit: Deposit) {
  return tx
    .selectFrom('reversals')
    .select(['id', 'payment_id', 'amount', 'currency', 'evidence'])
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('confirmed_by', '=', 'operator')
    .orderBy('created_at')
    .execute();
}
