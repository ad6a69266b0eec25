import type { Db } from '../database/connect.ts';
import { deleteOlder } from '../database/delete-older.ts';

const keptMs = 7 * 24 * 3600_000;

/** Forgets idempotency keys older than 7 days (design §3.6): players' and operators'. */
export async function purgeKeys(core: { db: Db; now: () => Date }): Promise<void> {
  const oldest = new Date(core.now().getTime() - keptMs);
  for (const table of ['idempotency_keys', 'operator_requests'] as const) {
    await deleteOlder(core.db, table, 'created_at', oldest);
  }
}
