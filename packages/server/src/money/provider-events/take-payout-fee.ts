import type { Money } from '@kassa/contract';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { bookFee, feeOrNone } from '../ledger/book-fee.ts';

/**
 * Books what the provider kept of a payout, where that wasn't booked with the payout itself: it says so
 * only later, or the payout came too late. Once, and not beside what a reconciliation has booked. The
 * caller has locked the withdrawal.
 */
export async function takePayoutFee(
  tx: Tx,
  withdrawal: Withdrawal,
  { fee: told, source }: { fee: Money | null; source: string },
): Promise<void> {
  const fee = feeOrNone(told);
  if (fee === null || (await isBooked(tx, withdrawal))) return;
  await bookFee(tx, {
    brandId: withdrawal.brand_id,
    connector: withdrawal.connector,
    withdrawalId: withdrawal.id,
    money: fee,
    reason: `told of after the money (${source})`,
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
