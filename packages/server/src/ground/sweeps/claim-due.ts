import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { DueLane } from './find-due-lanes.ts';

/** What waits for the provider's next answer. */
interface Waiting {
  id: string;
  check_count: number;
  next_check_at: Date | null;
}

/**
 * Takes a provider's rows that are due, the oldest first, by moving their next check on; a crash only
 * delays them, and so does a provider that can't be asked. Gives them as they are then.
 */
export function claimDue<Row extends Waiting>(
  core: { db: Db; now: () => Date },
  table: 'deposits' | 'withdrawals',
  { brandId, connector }: DueLane,
  {
    most,
    which = sql<SqlBool>`true`,
    planNext,
  }: { most: number; which?: RawBuilder<SqlBool>; planNext: (row: Row, now: Date) => Date },
): Promise<Row[]> {
  const now = core.now();
  return core.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)}
      where brand_id = ${brandId} and connector = ${connector} and next_check_at <= ${now} and ${which}
      order by next_check_at limit ${most}
      for no key update skip locked`.execute(tx);
    const claimed: Row[] = [];
    for (const row of rows) {
      const next_check_at = planNext(row, now);
      const check_count = row.check_count + 1;
      await sql`
        update ${sql.table(table)}
        set next_check_at = ${next_check_at}, check_count = ${check_count}
        where brand_id = ${brandId} and id = ${row.id}`.execute(tx);
      claimed.push({ ...row, next_check_at, check_count });
    }
    return claimed;
  });
}
