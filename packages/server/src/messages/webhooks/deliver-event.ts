import { v7 as uuidv7 } from 'uuid';
import type { WebhookSettings } from '../../brands/webhook-settings.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { postSigned, type SignedAnswer } from '../../ground/signed-http/post-signed.ts';
import type { ClaimedEvent } from './claim-events.ts';
import { type Judgement, judgeAnswer } from './judge-answer.ts';
import { maskAnswer } from './mask-answer.ts';
import { planRetry } from './plan-retry.ts';

/**
 * Sends a claimed event once and writes down what came of it: delivered, due again, or failed.
 * @throws when the database is gone: the lease then brings the event back.
 */
export async function deliverEvent(
  core: Pick<Core, 'db' | 'log' | 'now'>,
  webhook: WebhookSettings,
  event: ClaimedEvent,
): Promise<Judgement> {
  const startedAt = core.now();
  const began = performance.now();
  const answer = await postSigned(webhook, { id: event.id, body: encodeEvent(event) });
  const durationMs = Math.round(performance.now() - began);
  const judgement = judgeAnswer(answer, core.now());
  await core.db.transaction().execute(async (tx) => {
    await logAttempt(tx, event, { answer, judgement, startedAt, durationMs });
    await settle(core, tx, event, judgement);
  });
  return judgement;
}

/** The body as docs/webhooks.md has it. It is the same on every attempt. */
function encodeEvent({ type, createdAt, playerId, sequence, data }: ClaimedEvent): object {
  return { type, timestamp: createdAt.toISOString(), playerId, sequence, data };
}

interface Attempt {
  answer: SignedAnswer;
  judgement: Judgement;
  startedAt: Date;
  durationMs: number;
}

async function logAttempt(
  tx: Tx,
  event: ClaimedEvent,
  { answer, judgement, startedAt, durationMs }: Attempt,
): Promise<void> {
  const isAnswered = answer.kind === 'answered';
  await tx
    .insertInto('webhook_attempts')
    .values({
      id: uuidv7(),
      brand_id: event.brandId,
      event_id: event.id,
      outcome: judgement.outcome,
      http_status: isAnswered ? answer.status : null,
      duration_ms: durationMs,
      answer: maskAnswer(isAnswered ? answer.text : answer.detail),
      started_at: startedAt,
    })
    .execute();
}

/**
 * Takes an event on. If its lease ended and another process took it meanwhile, a failure here says
 * nothing about it any more; that it was delivered stays true.
 */
async function settle(
  core: Pick<Core, 'log' | 'now'>,
  tx: Tx,
  event: ClaimedEvent,
  { outcome, quietForMs }: Judgement,
): Promise<void> {
  const update = tx
    .updateTable('webhook_events')
    .where('brand_id', '=', event.brandId)
    .where('id', '=', event.id)
    .where('status', '=', 'pending');
  const now = core.now();
  if (outcome === 'delivered') {
    await update.set({ status: 'delivered', delivered_at: now }).execute();
    return;
  }
  const mine = update.where('attempts', '=', event.attempt);
  const retryAt = planRetry(event.attempt, event.roundBeganAt, now);
  const fields = { brandId: event.brandId, eventId: event.id, attempt: event.attempt, outcome };
  if (retryAt === null) {
    core.log.error(fields, 'a webhook event could not be delivered and is tried no more');
    await mine.set({ status: 'failed' }).execute();
    return;
  }
  core.log.warn(fields, 'a webhook event could not be delivered; it is tried again');
  const quietUntil = new Date(now.getTime() + quietForMs);
  await mine.set({ next_attempt_at: quietUntil > retryAt ? quietUntil : retryAt }).execute();
}
