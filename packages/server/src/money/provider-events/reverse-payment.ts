import { addDecimals, compareDecimals, convertMoney, toCurrencyDecimals } from '@kassa/contract';
import type { ProviderReversal } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { forfeitBonus } from '../bonuses/forfeit-bonus.ts';
import { isSameMoney } from '../deposits/is-same-money.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { followPayments } from '../deposits/settle-payment.ts';
import { chooseReceipt, loadReceipts, type Receipt } from './choose-receipt.ts';
import { matchRefund } from './match-refund.ts';
import { takeBack } from './take-back.ts';

/** What is taken back; an operator may know of it before the provider's id of the act is known. */
type Reversing = Pick<ProviderReversal, 'reversal' | 'amount' | 'paymentReference'> & {
  providerReference: string | null;
};

/**
 * Takes back money that left the provider again: a chargeback, a refund or a reversal, each once, of
 * the receipt that it is about. The caller has locked deposit and player.
 */
export async function reversePayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  act: Reversing,
): Promise<Applied> {
  const receipts = await loadReceipts(tx, deposit);
  const met = await meetEarlierWord(tx, deposit, receipts, evidence, act);
  if (met !== null) return { outcome: met, changed: null };
  const chosen = chooseReceipt(receipts, act);
  if (typeof chosen === 'string') return { outcome: chosen, changed: null };
  return chosen.status === 'parked'
    ? returnParked(core, tx, deposit, chosen, evidence, act)
    : reverseCredited(core, tx, deposit, chosen, evidence, act);
}

/** Whether it was told before: under the same id, or by an operator. */
async function meetEarlierWord(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  evidence: Evidence,
  { providerReference, ...act }: Reversing,
): Promise<'duplicate' | 'conflicting' | null> {
  if (providerReference === null) return null;
  const booked = await findReversal(tx, deposit, providerReference);
  // It took parked money away before, whatever has been credited since.
  const returned = receipts.find((receipt) => receipt.returned_reference === providerReference);
  const known = booked ?? returned;
  if (known !== undefined) {
    const isSame = known.deposit_id === deposit.id && isSameMoney(known, act.amount);
    return isSame ? 'duplicate' : 'conflicting';
  }
  if (evidence.confirmedBy !== 'provider' || act.reversal !== 'refund') return null;
  return matchRefund(tx, deposit, receipts, evidence, { ...act, providerReference });
}

async function reverseCredited(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Receipt,
  evidence: Evidence,
  { reversal, amount, providerReference }: Reversing,
): Promise<Applied> {
  // At the receipt's own rate, so that a whole one takes back what it gave.
  const conversion = convertMoney(amount, receipt.rate ?? '1', deposit.account_currency);
  if (compareDecimals(conversion.money.amount, '0') <= 0) {
    return { outcome: 'conflicting', changed: null };
  }
  const taken = await takeBack(core, tx, {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    depositId: deposit.id,
    withdrawalId: null,
    paymentId: receipt.id,
    connector: deposit.connector,
    kind: reversal,
    providerReversalId: providerReference,
    taken: amount,
    conversion,
    evidence: evidence.source,
  });
  if (taken === null) return { outcome: 'conflicting', changed: null };
  const total = addDecimals(deposit.reversed_amount, conversion.money.amount);
  const changed = await moveDeposit(core, tx, deposit, 'processed', {
    reason: `${reversal} of ${amount.amount} ${amount.currency}`,
    changes: { reversed_amount: toCurrencyDecimals(total, deposit.account_currency) },
  });
  if (changed !== null) await forfeitBonus(core, tx, changed);
  return { outcome: 'reversed', changed };
}

/** Money that was parked and now left again needs nobody. */
async function returnParked(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Receipt,
  evidence: Evidence,
  { reversal, providerReference }: Reversing,
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
  const changed = await followPayments(core, tx, deposit, `${reversal} of parked money`);
  return { outcome: 'reversed', changed };
}

function findReversal(tx: Tx, deposit: Deposit, providerReversalId: string) {
  return tx
    .selectFrom('reversals')
    .select(['deposit_id', 'amount', 'currency'])
    .where('brand_id', '=', deposit.brand_id)
    .where('connector', '=', deposit.connector)
    .where('provider_reversal_id', '=', providerReversalId)
    .executeTakeFirst();
}
