import type { Core } from '../core.ts';

type RedeliverCore = Pick<Core, 'db' | 'now'>;

/**
 * Has an event sent again, whatever became of it: a new round of three days begins, once the outbox
 * is woken after the commit. The receiver sees the same `webhook-id`. Returns false where the brand
 * has no such event.
 */
export async function redeliver(
  core: RedeliverCore,
  brandId: string,
  eventId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await beginRound(core, brandId)
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Has all that failed of a brand sent again, after its endpoint was mended. Returns how many. */
export async function redeliverFailed(core: RedeliverCore, brandId: string): Promise<number> {
  const { numUpdatedRows } = await beginRound(core, brandId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function beginRound({ db, now }: RedeliverCore, brandId: string) {
  return db
    .updateTable('webhook_events')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now(), round_began_at: now() })
    .where('brand_id', '=', brandId);
}
