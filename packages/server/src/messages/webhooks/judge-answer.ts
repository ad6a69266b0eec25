import type { AttemptOutcome } from '../../ground/database/tables/webhooks.ts';
import type { SignedAnswer } from '../../ground/signed-http/post-signed.ts';

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
export function judgeAnswer(answer: SignedAnswer, now: Date): Judgement {
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
