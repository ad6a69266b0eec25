import { v7 as uuidv7 } from 'uuid';
import type { WebhookSettings } from '../../brands/brand-config.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { AttemptOutcome } from '../../ground/database/tables/webhooks.ts';
import { postSigned, type SignedAnswer } from '../../ground/signed-http/post-signed.ts';
import type { ClaimedEvent } from './claim-events.ts';
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

/** What an attempt came to. */
export interface Judgement {
  outcome: AttemptOutcome;
  /** The operator's server asks to be left alone for so long. */
  quietForMs: number;
}

/** Longer would leave new events aside too: then each event's own pauses do. */
const longestQuietMs = 60_000;

/**
 * Judges an answer as Standard Webhooks has it: any 2xx is a delivery, anything else is tried again;
 * 429 and 503 may say when. 410 says that nobody wants events here any more. We differ in that it is
 * tried again too: a server that is being moved says so for a moment, and events are of money.
 */
function judgeAnswer(answer: SignedAnswer, now: Date): Judgement {
  if (answer.kind === 'failed') return { outcome: answer.failure, quietForMs: 0 };
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { outcome: 'delivered', quietForMs: 0 };
  if (status === 410) return { outcome: 'gone', quietForMs: 0 };
  if (status >= 300 && status < 400) return { outcome: 'redirected', quietForMs: 0 };
  const isBusy = status === 429 || status === 503;
  const quietForMs = isBusy ? readRetryAfterMs(headers.get('retry-after'), now) : 0;
  return { outcome: 'refused', quietForMs };
}

/** RFC 9110 §10.2.3: seconds, or a date. What can't be read, or asks for too long, is bounded. */
function readRetryAfterMs(text: string | null, now: Date): number {
  if (text === null) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestQuietMs);
}

const longestExcerpt = 500;

/**
 * The beginning of what an operator's server answered, for the delivery log: on one line, without
 * what looks like a token, a signing secret, an e-mail address or an account's number.
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
