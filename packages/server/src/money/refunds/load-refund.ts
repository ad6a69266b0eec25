import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';

export interface LockedRefund {
  refund: Refund;
  deposit: Deposit;
}

/** Locks a refund's deposit, its player, and then the refund. */
export async function lockRefund(
  tx: Tx,
  brandId: string,
  refundId: string,
): Promise<LockedRefund | undefined> {
  if (!isUuid(refundId)) return undefined;
  const find = tx
    .selectFrom('refunds')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', refundId);
  const found = await find.executeTakeFirst();
  if (found === undefined) return undefined;
  const deposit = await lockDepositAndPlayer(tx, { brandId }, found.deposit_id);
  if (deposit === undefined) throw new Error(`Refund ${refundId} has no deposit.`);
  return { deposit, refund: await find.forNoKeyUpdate().executeTakeFirstOrThrow() };
}
