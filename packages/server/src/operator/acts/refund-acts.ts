import {
  addDecimals,
  CallError,
  compareDecimals,
  convertMoney,
  type Money,
  padToCurrency,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import { loadBalance } from '../../money/ledger/balances.ts';
import { applyRefund } from '../../money/provider-events/apply-refund.ts';
import {
  chooseReceipt,
  loadReceipts,
  type Receipt,
} from '../../money/provider-events/reversible-receipts.ts';
import { lockRefund } from '../../money/refunds/load-refund.ts';
import { recordRefundTransition } from '../../money/refunds/move-refund.ts';
import { holdRefund } from '../../money/refunds/settle-refund.ts';
import { findCoinsToTake } from '../../money/sweepstake/coin-grants.ts';
import { loadUnplayedCoins } from '../../money/sweepstake/unplayed-coins.ts';
import { refundNotFound } from '../lookup/find-refunds.ts';
import { OperatorError } from '../operator-error.ts';
import { type Act, requireLocked } from './deposit-acts.ts';
import { findPayment, requireLeft } from './refund-deposit.ts';
import { requireAmount } from './require-amount.ts';

/*
 * An operator's acts on refunds through the provider. Each act runs in the caller's transaction
 * together with its row in the log of acts.
 */

/** The changed refund and its deposit. */
interface Changed {
  refund: Refund;
  deposit: Deposit;
}

/**
 * Requests a refund, or a void, from the provider of a receipt. The money is held of the player's
 * balance first; the follow-up then asks the provider. A parked receipt is sent back whole, and
 * nothing is held for it.
 * @param act - `money` in the currency that arrived; `paymentId` names the receipt if the amount
 * alone is ambiguous
 * @throws CallError deposit.notFound, deposit.notOpen, amount.invalid, balance.insufficient;
 * OperatorError refund.aboveLeft, act.impossible
 */
export async function createRefund(
  core: Core,
  tx: Tx,
  act: Act & { refundId: string; money: Money; paymentId?: string; isVoid: boolean },
): Promise<Changed> {
  const deposit = await requireLocked(tx, act);
  const receipt = await chooseRefundable(tx, deposit, act);
  requireSupport(core, deposit, receipt);
  if (act.isVoid && receipt.received_amount !== null) {
    const message = 'A part of a payment can only be refunded: a void cancels the whole payment.';
    throw new OperatorError('act.impossible', message);
  }
  if (act.isVoid && compareDecimals(receipt.amount, act.money.amount) !== 0) {
    const message = `A void cancels the whole payment of ${receipt.amount} ${receipt.currency}.`;
    throw new CallError('amount.invalid', message);
  }
  // Of a package nothing is held: its coins are taken back once its price has been refunded, and can't be
  // redeemed until then.
  const isHeld = receipt.status !== 'parked' && deposit.box_id === null;
  const held = isHeld ? findHeld(deposit, receipt, act.money) : null;
  if (held !== null) await requireBalance(core, tx, deposit, held);
  if (receipt.status !== 'parked' && deposit.box_id !== null) {
    await requireSweepCoins(tx, deposit, receipt, act.money);
  }
  const now = core.now();
  const row = {
    id: act.refundId,
    brand_id: deposit.brand_id,
    player_id: deposit.player_id,
    deposit_id: deposit.id,
    payment_id: receipt.id,
    account: receipt.connector,
    kind: act.isVoid ? ('void' as const) : ('refund' as const),
    ...act.money,
    account_amount: held?.amount ?? null,
    account_currency: held?.currency ?? null,
    status: 'created' as const,
    provider_reference: null,
    hold_id: uuidv7(),
    settle_id: uuidv7(),
    next_check_at: null,
    created_at: now,
    updated_at: now,
  };
  const created = await recordRefundTransition(core, tx, {
    write: { insert: row },
    refund: row,
    from: null,
    reason: `operator ${act.actor}: ${act.reason}`,
  });
  if (created === undefined) throw new Error(`Refund ${row.id} was not inserted`);
  return { deposit, refund: await holdRefund(core, tx, deposit, created) };
}

async function chooseRefundable(
  tx: Tx,
  deposit: Deposit,
  { money, paymentId }: { money: Money; paymentId?: string },
): Promise<Receipt> {
  requireAmount(money);
  const payment = paymentId === undefined ? null : await findPayment(tx, deposit, paymentId);
  const paymentReference = payment?.provider_payment_id ?? null;
  const wanted = { amount: money, paymentReference };
  const chosen = chooseReceipt(await loadReceipts(tx, deposit), wanted);
  if (typeof chosen !== 'string') return chosen;
  await requireLeft(tx, deposit, wanted);
  const message = 'The deposit has no such payment that can be refunded now.';
  throw new CallError('deposit.notOpen', message, {}, deposit.reference);
}

/** @throws OperatorError act.impossible if the receipt's provider can't be asked for a refund */
function requireSupport({ brands }: Core, { brand_id }: Deposit, receipt: Receipt): void {
  const instead = 'Pay the refund yourself, and record it with "deposits refund".';
  if (receipt.confirmed_by === 'operator') {
    const message = `The provider has not reported this payment, so it can't refund it. ${instead}`;
    throw new OperatorError('act.impossible', message);
  }
  const refunds = brands.get(brand_id)?.accounts.get(receipt.connector)?.connector.refunds ?? null;
  if (refunds !== null) return;
  const message = `The connector of ${receipt.connector} sends no refunds. ${instead}`;
  throw new OperatorError('act.impossible', message);
}

/** Returns the money to hold: the receipt's own rate applies, as to any reversal of it. */
function findHeld(deposit: Deposit, receipt: Receipt, amount: Money): Money {
  const { money } = convertMoney(amount, receipt.rate ?? '1', deposit.account_currency);
  if (compareDecimals(money.amount, '0') > 0) return money;
  throw new CallError(
    'amount.invalid',
    'The amount is less than the smallest unit of the account.',
  );
}

/**
 * Requires that Kassa's own ledger covers the refund; an operator's wallet is debited later.
 * @throws CallError balance.insufficient; OperatorError act.impossible for a wallet without debits
 */
async function requireBalance(
  core: Core,
  tx: Tx,
  { brand_id: brandId, player_id }: Deposit,
  { amount, currency }: Money,
): Promise<void> {
  const { remote } = core.walletOf(brandId);
  if (remote?.hasDebits === false) {
    const message = 'The wallet of this brand has no debits, which a refund needs (wallet.debits).';
    throw new OperatorError('act.impossible', message);
  }
  if (remote !== null) return;
  const account = { brandId, kind: 'player', owner: player_id, currency } as const;
  const balance = await loadBalance(tx, account);
  if (compareDecimals(balance, amount) >= 0) return;
  const message = `The player's balance of ${padToCurrency(balance, currency)} ${currency} does not cover the refund of ${padToCurrency(amount, currency)} ${currency}.`;
  throw new CallError('balance.insufficient', message, { balance, currency });
}

/**
 * Requires that the player still has the sweep coins of the refunded part of a package. They are kept
 * from redemption until its outcome is known.
 * @throws CallError balance.insufficient
 */
async function requireSweepCoins(
  tx: Tx,
  { brand_id: brandId, player_id: playerId }: Deposit,
  receipt: Receipt,
  { amount }: Money,
): Promise<void> {
  const currency = 'QSC';
  const { scAmount } = await findCoinsToTake(tx, receipt, addDecimals(receipt.taken, amount));
  const balance = await loadBalance(tx, { brandId, kind: 'player', owner: playerId, currency });
  const { refunding } = await loadUnplayedCoins(tx, { brandId, playerId });
  if (compareDecimals(balance, addDecimals(refunding, scAmount)) >= 0) return;
  const message = `The player's balance of ${padToCurrency(balance, currency)} ${currency} does not cover the ${padToCurrency(scAmount, currency)} ${currency} of the package. Pay the refund yourself, and record it with "deposits refund".`;
  throw new CallError('balance.insufficient', message, { balance, currency });
}

/**
 * Sets the outcome of a refund that the operator has looked up at the provider, above all of one
 * whose outcome is unknown. The act counts as evidence of the provider.
 * @throws OperatorError refund.notFound; act.impossible if the refund can't have the outcome
 */
export async function resolveRefund(
  core: Core,
  tx: Tx,
  act: Omit<Act, 'depositId'> & {
    refundId: string;
    status: 'completed' | 'failed';
    providerReference?: string;
  },
): Promise<Changed> {
  const { brandId, refundId, status } = act;
  const locked = await lockRefund(tx, brandId, refundId);
  if (locked === undefined) throw refundNotFound();
  const { refund } = locked;
  // While the wallet or the provider is being asked, nobody can know the outcome. A refund that was
  // never sent can't be done, unless a restore lost the record that it was sent.
  const mayBeDone = refund.send_count > 0 || refund.status === 'inReview';
  const isPending = refund.status === 'created' || refund.status === 'sending';
  if (isPending || (status === 'completed' && !mayBeDone)) throw notOpen(refund);
  const evidence = {
    brandId,
    connector: refund.account,
    source: `operator ${act.actor}: ${act.reason}`,
    confirmedBy: 'operator' as const,
  };
  const { changed } = await applyRefund(core, tx, evidence, {
    refundId,
    status,
    providerReference: act.providerReference ?? null,
    refunded: null,
  });
  if (changed === null) throw notOpen(refund);
  const after = await lockRefund(tx, brandId, refundId);
  if (after === undefined) throw refundNotFound();
  return after;
}

function notOpen({ status }: Refund): OperatorError {
  const message = `The refund is ${status}, which does not allow this act.`;
  return new OperatorError('act.impossible', message);
}
