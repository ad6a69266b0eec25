import { sql } from 'kysely';
import type { Db } from './connect.ts';

const batchSize = 1000;
/** A run ends by then; what is left is for the next one. */
const longestRunMs = 30_000;

/** Tables whose rows are of no use after their time, with the index that finds the oldest. */
type Perishable = 'idempotency_keys' | 'operator_requests' | 'captcha_marks' | 'page_codes';

/**
 * Deletes what is older than a moment, in short statements, so that it doesn't matter how much has
 * piled up. Returns how many rows went.
 */
export async function deleteOlder(
  db: Db,
  table: Perishable,
  column: 'created_at' | 'expires_at',
  before: Date,
): Promise<number> {
  const endsAt = performance.now() + longestRunMs;
  let deleted = 0;
  for (let count = batchSize; count === batchSize && performance.now() < endsAt; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before}
        order by ${sql.ref(column)} limit ${batchSize} for update skip locked))`.execute(db);
    count = Number(numAffectedRows);
    deleted += count;
  }
  return deleted;
}
