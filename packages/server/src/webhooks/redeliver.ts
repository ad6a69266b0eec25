import type { Core } from '../core.ts';

type RedeliverCore = Pick<Core, 'db' | 'now' | 'outbox'>;

/**
 * Sends an event again, whatever became of it: a new round of three days begins. The receiver sees
 * the same `webhook-id`. Returns false where the brand has no such event.
 */
export async function redeliver(
  core: RedeliverCore,
  brandId: string,
  eventId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await beginRound(core, brandId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  core.outbox.wake(brandId);
  return numUpdatedRows > 0n;
}

/** Sends again all that failed of a brand, after its endpoint was mended. Returns how many. */
export async function redeliverFailed(core: RedeliverCore, brandId: string): Promise<number> {
  const { numUpdatedRows } = await beginRound(core, brandId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  core.outbox.wake(brandId);
  return Number(numUpdatedRows);
}

function beginRound({ db, now }: RedeliverCore, brandId: string) {
  return db
    .updateTable('webhook_events')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now(), round_began_at: now() })
    .where('brand_id', '=', brandId);
}
