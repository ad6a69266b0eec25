import type { Core } from '../../core/core.ts';

type RedeliverCore = Pick<Core, 'db' | 'now'>;

/**
 * Makes an event due again, whatever its status: a new round of three days begins when the outbox
 * is woken after the commit. The receiver sees the same `webhook-id`. Returns false if the brand
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

/** Per statement, and per act: days without an endpoint can leave millions of failed events. */
const batchSize = 2000;
const mostAtOnce = 20_000;

/**
 * Makes a brand's failed events due again, the oldest first, after the operator has repaired the
 * endpoint. Takes at most 20,000 events per call; `areMore` then tells that some are left.
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
