import { CallError, compareDecimals, type Decimal, type Money } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { creditPayment } from '../../money/deposits/crediting.ts';
import { endDeposit } from '../../money/deposits/end-deposit.ts';
import { makeReference } from '../../money/deposits/known-receipt.ts';
import { lockDepositAndPlayer } from '../../money/deposits/load-deposit.ts';
import { moveByReceipts } from '../../money/deposits/move-by-receipts.ts';
import { planPackageByOperator } from '../../money/deposits/plan-package-receipt.ts';
import { exceedsLimit, planCrediting } from '../../money/deposits/plan-receipt.ts';
import { isParked, planAtRate, type TakenRate } from '../../money/deposits/receipt-plan.ts';
import { receivePayment } from '../../money/deposits/receipts.ts';
import { loadReceipts } from '../../money/provider-events/reversible-receipts.ts';
import { canMove, isOpen } from '../../money/states/deposit.machine.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import type { Applied } from '../../providers/evidence.ts';
import { requireAmount } from './require-amount.ts';

/*
 * An operator's acts on a deposit. Each act runs in the caller's transaction together with its row
 * in the log of acts. It returns the changed deposit, which the caller publishes after the commit.
 * All throw CallErrors: deposit.notFound, and deposit.notOpen if the status doesn't allow the act.
 */

/** What every act on a deposit needs. */
export interface Act {
  brandId: string;
  depositId: string;
  /** The name of the key, for the history. */
  actor: string;
  reason: string;
}

/**
 * Credits money that the operator has seen arrive, as evidence of the provider would, or parks it
 * for the same reasons. The first later event of the provider with the same amount is the same
 * receipt, whatever its reference. A further receipt of a deposit that has money needs the
 * provider's id of that receipt, and is parked.
 * @throws CallError amount.invalid; request.invalid if the deposit was never tried at the account
 */
export async function confirmDeposit(
  core: Core,
  tx: Tx,
  act: Act & {
    money: Money /** The provider's id of the receipt, if it has one. */;
    providerReference?: string;
    /** The account where it arrived; that of the attempt under way if left out. */
    account?: string;
  },
): Promise<Deposit> {
  const deposit = await requireLocked(tx, act);
  requireAmount(act.money);
  // Without the provider's id a repeated confirmation can't be told from a second receipt.
  if (act.providerReference === undefined && (await hasMoney(tx, deposit))) throw notOpen(deposit);
  const account = act.account ?? deposit.connector;
  await requireTried(tx, deposit, account);
  const evidence = {
    brandId: act.brandId,
    connector: account,
    source: `operator ${act.actor}: ${act.reason}`,
    confirmedBy: 'operator' as const,
  };
  const applied = await receivePayment(core, tx, deposit, evidence, {
    providerReference: act.providerReference ?? makeReference(),
    paid: act.money,
    fee: null,
  });
  return requireEffect(deposit, applied);
}

/**
 * Declines an open deposit, since the operator expects no money. The caller cancels it at its
 * provider after the commit. Money that arrives later is still credited.
 */
export async function declineDeposit(core: Core, tx: Tx, act: Act): Promise<Deposit> {
  const deposit = await requireLocked(tx, act);
  if (!isOpen(deposit.status) || !canMove(deposit.status, 'declined')) throw notOpen(deposit);
  const reason = `operator ${act.actor}: ${act.reason}`;
  const moved = await endDeposit(core, tx, deposit, 'declined', { reason });
  return moved ?? deposit;
}

/** How a parked receipt is resolved. */
export type Resolution =
  /**
   * The player is credited: at this rate if there is no other, and above their limits only if the
   * operator says so.
   */
  | { kind: 'credit'; rate?: Decimal; isAboveLimit?: boolean }
  /** The money was given back to its payer. */
  | { kind: 'return' };

/**
 * Resolves a parked receipt.
 * @throws CallError for a credit: player.blocked, player.selfExcluded, limit.exceeded; amount.invalid
 * without a rate
 */
export async function resolveParkedPayment(
  core: Core,
  tx: Tx,
  act: Omit<Act, 'depositId'> & { paymentId: string; resolution: Resolution },
): Promise<Deposit> {
  const { payment, deposit } = await lockParked(tx, act);
  const reason = `operator ${act.actor}: ${act.reason}`;
  if (act.resolution.kind === 'return') {
    await tx
      .updateTable('payments')
      .set({ status: 'returned', resolved_reason: reason, updated_at: core.now() })
      .where('brand_id', '=', payment.brand_id)
      .where('id', '=', payment.id)
      .execute();
    return moveByReceipts(core, tx, deposit, reason);
  }
  const { rate, isAboveLimit = false } = act.resolution;
  const paid = { amount: payment.amount, currency: payment.currency };
  // A block must be lifted first; money of a player who has excluded themselves is returned.
  const player = { brandId: deposit.brand_id, playerId: deposit.player_id };
  await requireNotBlocked(core, tx, player, 'deposit');
  if (rate !== undefined) requireRateNeeded(deposit, paid, rate);
  const atRate = rate === undefined ? null : { rate, rateSource: reason };
  const plan =
    deposit.box_id === null
      ? await planMoney(core, deposit, paid, atRate)
      : await planPackageByOperator(core, tx, deposit, payment, atRate);
  if (isParked(plan)) {
    throw new CallError('amount.invalid', `The payment can't be credited: it ${plan.reason}.`);
  }
  const because = isAboveLimit ? null : await exceedsLimit(core, tx, deposit, plan);
  if (because !== null) {
    const message = `The payment ${because.reason}. Credit it with isAboveLimit, or return it.`;
    throw new CallError('limit.exceeded', message);
  }
  await tx
    .updateTable('payments')
    .set({ resolved_reason: reason })
    .where('brand_id', '=', payment.brand_id)
    .where('id', '=', payment.id)
    .execute();
  return creditPayment(core, tx, deposit, payment, plan);
}

function planMoney(core: Core, deposit: Deposit, paid: Money, rate: TakenRate | null) {
  return rate === null ? planCrediting(core, deposit, paid) : planAtRate(deposit, paid, rate);
}

/** @throws CallError amount.invalid if the money is in the account's own currency */
function requireRateNeeded(deposit: Deposit, { currency }: Money, rate: Decimal): void {
  if (currency !== deposit.account_currency || compareDecimals(rate, '1') === 0) return;
  const message = `The payment can't be credited: it is in ${currency}, as the account is, and takes no rate.`;
  throw new CallError('amount.invalid', message);
}

async function lockParked(
  tx: Tx,
  { brandId, paymentId }: { brandId: string; paymentId: string },
): Promise<{ payment: Payment; deposit: Deposit }> {
  const find = () =>
    tx
      .selectFrom('payments')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('id', '=', paymentId);
  const found = isUuid(paymentId) ? await find().executeTakeFirst() : undefined;
  if (found === undefined) throw new CallError('deposit.notFound', 'There is no such payment.');
  const deposit = await requireLocked(tx, { brandId, depositId: found.deposit_id });
  // Read again under the deposit's lock: another request may have resolved it.
  const payment = await find().executeTakeFirstOrThrow();
  if (payment.status !== 'parked') throw notOpen(deposit);
  const receipt = (await loadReceipts(tx, deposit)).find(({ id }) => id === paymentId);
  if (receipt !== undefined && compareDecimals(receipt.wanted, '0') > 0) {
    const message = 'The provider is asked to send this payment back; wait for the outcome.';
    throw new CallError('deposit.notOpen', message, {}, deposit.reference);
  }
  return { payment, deposit };
}

/** @throws CallError deposit.notFound */
export async function requireLocked(
  tx: Tx,
  { brandId, depositId }: Pick<Act, 'brandId' | 'depositId'>,
): Promise<Deposit> {
  const deposit = await lockDepositAndPlayer(tx, { brandId }, depositId);
  if (deposit === undefined) throw new CallError('deposit.notFound', 'There is no such deposit.');
  return deposit;
}

/** @throws CallError request.invalid if the deposit was never tried at the account */
async function requireTried(tx: Tx, deposit: Deposit, account: string): Promise<void> {
  if (account === deposit.connector) return;
  const attempt = await tx
    .selectFrom('deposit_attempts')
    .select('number')
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('account', '=', account)
    .executeTakeFirst();
  if (attempt !== undefined) return;
  const message = 'account: the deposit has no attempt at this account';
  throw new CallError('request.invalid', message, { field: 'account' });
}

async function hasMoney(tx: Tx, deposit: Deposit): Promise<boolean> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .executeTakeFirst();
  return payment !== undefined;
}

/**
 * Returns the changed deposit. Throws deposit.notOpen if the act changed nothing, so that it
 * doesn't look like a success.
 */
export function requireEffect(deposit: Deposit, { outcome, changed }: Applied): Deposit {
  if (changed !== null && !('hold_id' in changed)) return changed;
  const message = `The act changed nothing (${outcome}). Look at the deposit's payments and reversals.`;
  throw new CallError('deposit.notOpen', message, { outcome }, deposit.reference);
}

function notOpen(deposit: Deposit): CallError {
  const message = `The deposit is ${deposit.status}, which does not allow this act.`;
  return new CallError('deposit.notOpen', message, {}, deposit.reference);
}
