import type { Core } from '../core.ts';

const keptMs = 7 * 24 * 3600_000;

/** Forgets idempotency keys older than 7 days (design §3.6). */
export async function purgeKeys(core: Core): Promise<void> {
  await core.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(core.now().getTime() - keptMs))
    .execute();
}
