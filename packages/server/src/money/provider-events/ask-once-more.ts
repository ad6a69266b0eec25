import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';

/**
 * Has the provider asked once more about a deposit that is asked about no more, now that the
 * operator's wallet has answered for money of it: the last answer may have told of a chargeback too,
 * which came too early while that money was being credited, and which no notification keeps. The
 * caller has locked the deposit.
 */
export async function askOnceMore(
  core: Core,
  tx: Tx,
  { id, brand_id }: Pick<Deposit, 'id' | 'brand_id'>,
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ next_check_at: core.now() })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('next_check_at', 'is', null)
    .execute();
}
