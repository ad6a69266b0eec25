import type { Core } from '../../core/core.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import { type Lease, lockCursor } from './lease.ts';

/** Marks a payment as gone: no block has it, and it waits for none. */
export async function drop(
  core: Pick<Core, 'db'>,
  lease: Lease,
  { id, brand_id }: ChainPayment,
  replacedBy: string | null = null,
): Promise<void> {
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await tx
      .updateTable('chain_payments')
      .set({
        status: replacedBy === null ? 'dropped' : 'replaced',
        replaced_by: replacedBy,
        undone_at: null,
      })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .where('status', '=', 'seen')
      .where('height', 'is', null)
      .execute();
  });
}
