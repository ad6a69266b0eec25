import { addDecimals, compareDecimals, convertMoney, toCurrencyDecimals } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { revokeReversedBonus } from '../bonuses/deposit-bonus.ts';
import { loadDeposit } from '../deposits/load-deposit.ts';
import { moveByReceipts } from '../deposits/move-by-receipts.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { splitReceipt } from '../deposits/split-receipt.ts';
import { findCoinsToTake, recordTakenCoins } from '../sweepstake/coin-grants.ts';
import { findKnown, matchRefund, type ReversalEvent, recordReport } from './known-reversal.ts';
import { findWhole, type Part, planParts } from './package-parts.ts';
import { recordReversal } from './reversals.ts';
import { chooseReceipt, loadReceipts, type Receipt } from './reversible-receipts.ts';

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
  const known = await findKnown(tx, deposit, receipts, evidence, act);
  if (known !== null) return { outcome: known, changed: null };
  const parts = await findParts(tx, deposit, receipts, evidence, act);
  if (typeof parts === 'string') return { outcome: parts, changed: null };
  let applied: Applied = { outcome: 'duplicate', changed: null };
  for (const { receipt, amount, report } of parts) {
    if (report !== null) {
      await recordReport(tx, report, evidence, act.providerReference ?? '');
      continue;
    }
    const current = (applied.changed as Deposit | null) ?? deposit;
    const part = { ...act, amount: { amount, currency: act.amount.currency } };
    applied = await reverseReceipt(core, tx, current, receipt, evidence, part);
    if (applied.outcome !== 'reversed') return applied;
  }
  return applied;
}

/** Finds what a reversal takes back: of one receipt, or of the parts of a package's payment. */
async function findParts(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  evidence: Evidence,
  act: ReversalEvent,
): Promise<readonly Part[] | 'duplicate' | 'tooEarly' | 'conflicting'> {
  const whole = findWhole(receipts, evidence, act);
  if (whole !== undefined) return planParts(tx, deposit, receipts, whole, evidence, act);
  const matched = await matchRefund(tx, deposit, receipts, evidence, act);
  if (matched !== null) return matched;
  const chosen = chooseReceipt(receipts, act);
  if (typeof chosen === 'string') return chosen;
  return [{ receipt: chosen, amount: act.amount.amount, report: null }];
}

/**
 * Books the reversal of a receipt, with the money that its refund through the provider holds. The
 * caller has locked deposit and player, and knows that so much of the receipt is left.
 */
export function reverseReceipt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Receipt,
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

async function reverseCredited(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Receipt,
  evidence: Evidence,
  { reversal, amount, providerReference, refund }: ReversalEvent & { refund?: Refund },
): Promise<Applied> {
  // The receipt's own rate: a full reversal takes back exactly the credited amount.
  const conversion = convertMoney(amount, receipt.rate ?? '1', deposit.account_currency);
  if (compareDecimals(conversion.money.amount, '0') <= 0) {
    return { outcome: 'conflicting', changed: null };
  }
  const ofReceipt = addDecimals(receipt.taken, amount.amount);
  const coins = deposit.box_id === null ? null : await findCoinsToTake(tx, receipt, ofReceipt);
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
  const player = { brandId: deposit.brand_id, playerId: deposit.player_id };
  if (coins !== null) await recordTakenCoins(core, tx, player, coins);
  const reversed = addDecimals(deposit.reversed_amount, conversion.money.amount);
  const reversed_amount = toCurrencyDecimals(reversed, deposit.account_currency);
  // A trigger on reversals has changed the deposit's row.
  const current = await loadDeposit(tx, player, deposit.id);
  const changed = await moveDeposit(core, tx, current, 'processed', {
    reason: `${reversal} of ${amount.amount} ${amount.currency}`,
    changes: { reversed_amount },
  });
  if (changed !== null) await revokeReversedBonus(core, tx, changed);
  return { outcome: 'reversed', changed };
}

/** Marks a parked receipt, or a part of it, as returned; no operator needs to resolve it any longer. */
async function returnParked(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Payment,
  evidence: Evidence,
  { reversal, providerReference, amount: { amount } }: ReversalEvent,
): Promise<Applied> {
  const isPart = compareDecimals(amount, receipt.amount) < 0;
  const returned = isPart ? (await splitReceipt(core, tx, receipt, amount)).rest : receipt;
  await tx
    .updateTable('payments')
    .set({
      status: 'returned',
      resolved_reason: `${reversal}: ${evidence.source}`,
      returned_reference: providerReference,
      updated_at: core.now(),
    })
    .where('brand_id', '=', returned.brand_id)
    .where('id', '=', returned.id)
    .execute();
  const changed = await moveByReceipts(core, tx, deposit, `${reversal} of parked money`);
  return { outcome: 'reversed', changed };
}
