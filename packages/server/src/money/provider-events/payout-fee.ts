import type { Money } from '@kassa/contract';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { bookFee, positiveFee } from '../ledger/fees.ts';

/**
 * Books the fee of a payout that wasn't booked with the payout itself: the provider reports the fee
 * later, or the payout was paid after the withdrawal had ended unpaid. The fee is booked once, and
 * not in addition to a fee that a reconciliation has booked. The caller has locked the withdrawal.
 */
export async function bookLateFee(
  tx: Tx,
  withdrawal: Withdrawal,
  { fee: reported, source }: { fee: Money | null; source: string },
): Promise<void> {
  const fee = positiveFee(reported);
  if (fee === null || (await isBooked(tx, withdrawal))) return;
  await bookFee(tx, {
    brandId: withdrawal.brand_id,
    connector: withdrawal.connector,
    withdrawalId: withdrawal.id,
    money: fee,
    reason: `reported after the payout (${source})`,
  });
}

async function isBooked(tx: Tx, { brand_id, id }: Withdrawal): Promise<boolean> {
  const booked = await tx
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', 'e.transfer_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select('t.id')
    .where('t.brand_id', '=', brand_id)
    .where('t.withdrawal_id', '=', id)
    .where('a.kind', '=', 'fees')
    .executeTakeFirst();
  return booked !== undefined;
}
