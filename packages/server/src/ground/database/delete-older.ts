import { sql } from 'kysely';
import type { Db } from './connect.ts';

const batchSize = 1000;
/** A run ends after this time; the next run deletes the rest. */
const longestRunMs = 30_000;

/** Tables whose rows can be deleted after a time, with an index that finds the oldest rows. */
type ExpiringTable =
  | 'idempotency_keys'
  | 'operator_requests'
  | 'captcha_marks'
  | 'confirmation_codes'
  | 'device_codes'
  | 'page_codes'
  | 'token_revocations'
  | 'widget_files';

/**
 * Deletes rows older than `before`, in short statements, so that a large backlog causes no long
 * locks. Returns the number of deleted rows.
 */
export async function deleteOlder(
  db: Db,
  table: ExpiringTable,
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
