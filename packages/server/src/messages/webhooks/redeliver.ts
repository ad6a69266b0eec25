import type { Core } from '../../core/core.ts';

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

/** In one statement, and in one act: days without an endpoint leave millions behind. */
const batchSize = 2000;
const mostAtOnce = 20_000;

/**
 * Has what failed of a brand sent again, the oldest first, after its endpoint was mended. Of very many
 * it takes 20,000 at once: `areMore` then.
 */
export async function redeliverFailed(
  core: RedeliverCore,
  brandId: string,
): Promise<{ count: number; areMore: boolean }> {
  let count = 0;
  while (count < mostAtOnce) {
    const { numUpdatedRows } = await beginRound(core, brandId)
      .where('id', 'in', (query) =>
        query
          .selectFrom('webhook_events')
          .select('id')
          .where('brand_id', '=', brandId)
          .where('status', '=', 'failed')
          .orderBy('id')
          .limit(batchSize)
          .forUpdate(),
      )
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
    if (numUpdatedRows < batchSize) return { count, areMore: false };
  }
  const left = await core.db
    .selectFrom('webhook_events')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('status', '=', 'failed')
    .limit(1)
    .executeTakeFirst();
  return { count, areMore: left !== undefined };
}

function beginRound({ db, now }: RedeliverCore, brandId: string) {
  return db
    .updateTable('webhook_events')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now(), round_began_at: now() })
    .where('brand_id', '=', brandId);
}
