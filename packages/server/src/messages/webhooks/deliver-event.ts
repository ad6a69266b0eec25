import { v7 as uuidv7 } from 'uuid';
import type { WebhookSettings } from '../../brands/brand-config.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { AttemptOutcome } from '../../ground/database/tables/webhooks.ts';
import { postSigned, type SignedAnswer } from '../../ground/signed-http/post-signed.ts';
import type { ClaimedEvent } from './claim-events.ts';
import { planRetry } from './plan-retry.ts';

/**
 * Sends a claimed event once and records the result: delivered, due again, or failed.
 * @throws if the database is unavailable: the event is due again after its lease.
 */
export async function deliverEvent(
  core: Pick<Core, 'db' | 'log' | 'now'>,
  webhook: WebhookSettings,
  event: ClaimedEvent,
): Promise<DeliveryResult> {
  const startedAt = core.now();
  const began = performance.now();
  const answer = await postSigned(webhook, { id: event.id, body: encodeEvent(event) });
  const durationMs = Math.round(performance.now() - began);
  const result = classifyResponse(answer, core.now());
  await core.db.transaction().execute(async (tx) => {
    await logAttempt(tx, event, { answer, result, startedAt, durationMs });
    await settle(core, tx, event, result);
  });
  return result;
}

/** Encodes the body as in docs/webhooks.md. It is the same on every attempt. */
function encodeEvent(event: ClaimedEvent): object {
  const { type, createdAt, brandId: brand, playerId, sequence, data } = event;
  return { type, timestamp: createdAt.toISOString(), brand, playerId, sequence, data };
}

interface Attempt {
  answer: SignedAnswer;
  result: DeliveryResult;
  startedAt: Date;
  durationMs: number;
}

async function logAttempt(
  tx: Tx,
  event: ClaimedEvent,
  { answer, result, startedAt, durationMs }: Attempt,
): Promise<void> {
  const isAnswered = answer.kind === 'answered';
  await tx
    .insertInto('webhook_attempts')
    .values({
      id: uuidv7(),
      brand_id: event.brandId,
      event_id: event.id,
      outcome: result.outcome,
      http_status: isAnswered ? answer.status : null,
      duration_ms: durationMs,
      answer: maskAnswer(isAnswered ? answer.text : answer.detail),
      started_at: startedAt,
    })
    .execute();
}

/**
 * Updates the event after an attempt. If the lease expired and another process claimed the event
 * meanwhile, a failure of this attempt no longer counts; a delivery always does.
 */
async function settle(
  core: Pick<Core, 'log' | 'now'>,
  tx: Tx,
  event: ClaimedEvent,
  { outcome, quietForMs }: DeliveryResult,
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
    core.log.error(fields, 'a webhook event could not be delivered; no further attempts');
    await mine.set({ status: 'failed' }).execute();
    return;
  }
  core.log.warn(fields, 'a webhook event could not be delivered; it will be tried again');
  const quietUntil = new Date(now.getTime() + quietForMs);
  await mine.set({ next_attempt_at: quietUntil > retryAt ? quietUntil : retryAt }).execute();
}

/** The result of an attempt. */
export interface DeliveryResult {
  outcome: AttemptOutcome;
  /** How long the operator's server asks for a pause, in ms. */
  quietForMs: number;
}

/** A longer pause would delay new events too; each event's own retry pauses cover longer times. */
const longestQuietMs = 60_000;

/**
 * Classifies a response by Standard Webhooks: any 2xx is a delivery, anything else is retried; 429
 * and 503 may say when. 410 means that the endpoint no longer wants events. Unlike the standard,
 * Kassa retries after 410 as well: a server that is being moved may send it for a moment, and the
 * events are about money.
 */
function classifyResponse(answer: SignedAnswer, now: Date): DeliveryResult {
  if (answer.kind === 'failed') return { outcome: answer.failure, quietForMs: 0 };
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { outcome: 'delivered', quietForMs: 0 };
  if (status === 410) return { outcome: 'gone', quietForMs: 0 };
  if (status >= 300 && status < 400) return { outcome: 'redirected', quietForMs: 0 };
  const isBusy = status === 429 || status === 503;
  const quietForMs = isBusy ? readRetryAfterMs(headers.get('retry-after'), now) : 0;
  return { outcome: 'refused', quietForMs };
}

/** RFC 9110 §10.2.3: seconds, or a date. Malformed values count as 0, long ones are limited. */
function readRetryAfterMs(text: string | null, now: Date): number {
  if (text === null) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestQuietMs);
}

const longestExcerpt = 500;

/**
 * Returns the beginning of a response for the delivery log: on one line, without tokens, signing
 * secrets, e-mail addresses or account numbers.
 */
function maskAnswer(text: string): string {
  return (
    text
      .slice(0, 4 * longestExcerpt)
      .replace(/eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[token]')
      .replace(/whsec_[A-Za-z0-9+/=]+/g, '[secret]')
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [secret]')
      .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]')
      .replace(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g, '[number]')
      .replace(/\b\d(?:[ -]?\d){7,}\b/g, '[number]')
      // Control characters too: PostgreSQL's text can't hold all of them.
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, longestExcerpt)
      .trim()
  );
}
