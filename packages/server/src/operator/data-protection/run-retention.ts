import type { RetentionSettings } from '../../brands/retention-settings.ts';
import type { Core } from '../../core/core.ts';
import { forgetExpired, retentionRules } from './retention-rules.ts';

const batchSize = 500;
const dayMs = 24 * 3600_000;
/** A run ends by then; what is left is for the next one. */
const longestRunMs = 30_000;

type Parts = Pick<Core, 'db' | 'brands' | 'log' | 'now'>;

/** How many rows each rule changed. */
export type Forgotten = Record<keyof RetentionSettings, number>;

/**
 * Forgets what each brand has kept long enough, in short transactions. Ledger, payments and the
 * money columns of deposits and withdrawals stay for good.
 */
export async function runRetention(core: Parts): Promise<Forgotten> {
  const endsAt = performance.now() + longestRunMs;
  const forgotten = {} as Forgotten;
  await forgetExpired(core);
  for (const name of Object.keys(retentionRules) as (keyof RetentionSettings)[]) {
    forgotten[name] = 0;
    for (const { id: brandId, retention } of core.brands.values()) {
      const before = new Date(core.now().getTime() - retention[name] * dayMs);
      for (const forget of retentionRules[name]) {
        for (let count = batchSize; count === batchSize && performance.now() < endsAt; ) {
          const batch = { brandId, before, limit: batchSize };
          count = await core.db.transaction().execute((tx) => forget(tx, batch));
          forgotten[name] += count;
        }
      }
    }
  }
  if (Object.values(forgotten).some((count) => count > 0)) {
    core.log.info({ forgotten }, 'what was kept long enough is forgotten');
  }
  return forgotten;
}
