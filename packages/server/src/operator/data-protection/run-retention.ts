import type { RetentionSettings } from '../../brands/retention-settings.ts';
import type { Core } from '../../core/core.ts';
import { deleteExpired, retentionRules } from './retention-rules.ts';

/** With more rows at once the planner reads a table of some ten thousand rows from end to end. */
const batchSize = 100;
const dayMs = 24 * 3600_000;
/** The longest time of a run, in milliseconds; the next run continues. */
const longestRunMs = 30_000;

type Parts = Pick<Core, 'db' | 'brands' | 'log' | 'now'>;

/** The number of rows that each rule changed. */
export type DeletedCounts = Record<keyof RetentionSettings, number>;

/**
 * Deletes the data that each brand has kept long enough, in short transactions. Ledger, payments
 * and the money columns of deposits and withdrawals are never deleted.
 */
export async function runRetention(core: Parts): Promise<DeletedCounts> {
  const endsAt = performance.now() + longestRunMs;
  const deleted = {} as DeletedCounts;
  await deleteExpired(core);
  for (const name of Object.keys(retentionRules) as (keyof RetentionSettings)[]) {
    deleted[name] = 0;
    for (const { id: brandId, retention } of core.brands.values()) {
      const before = new Date(core.now().getTime() - retention[name] * dayMs);
      for (const deleteBatch of retentionRules[name]) {
        for (let count = batchSize; count === batchSize && performance.now() < endsAt; ) {
          const batch = { brandId, before, limit: batchSize };
          count = await core.db.transaction().execute((tx) => deleteBatch(tx, batch));
          deleted[name] += count;
        }
      }
    }
  }
  if (Object.values(deleted).some((count) => count > 0)) {
    core.log.info({ forgotten: deleted }, 'data past its retention period was deleted');
  }
  if (performance.now() >= endsAt) {
    core.log.warn({ longestRunMs }, 'retention ran out of time; the next run continues');
  }
  return deleted;
}
