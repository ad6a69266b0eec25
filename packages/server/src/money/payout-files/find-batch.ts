import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PayoutBatchRow } from '../../ground/database/tables/payout-batches.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { readReference } from '../../ground/read-reference.ts';

/** Loads a file of payouts by its id or its reference; undefined if the brand has no such file. */
export function findBatch(
  db: Db | Tx,
  brandId: string,
  idOrReference: string,
): Promise<PayoutBatchRow | undefined> {
  const column = isUuid(idOrReference) ? 'id' : 'reference';
  return db
    .selectFrom('payout_batches')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where(column, '=', isUuid(idOrReference) ? idOrReference : readReference(idOrReference))
    .executeTakeFirst();
}
