import * as z from 'zod/mini';

/** An answer whose JSON is what the provider's manual says, or why there is none. */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  /** The provider's own "no": `code` is its word for it, or `unreadable`. */
  | {
      kind: 'refused';
      status: number;
      code: string;
      message: string;
      /** From Retry-After, where it sends one. */
      retryAfterMs: number | null;
    }
  /** No connection was made: the request never arrived. */
  | { kind: 'unreachable'; detail: string }
  /** Sent, and then silence. */
  | { kind: 'silent'; detail: string }
  /** Done, by its status, but the body can't be read. */
  | { kind: 'unreadable'; detail: string };

const refusalSchema = z.object({
  error: z.object({
    // It stands in our log: a word of the manual's fits, an echoed account number doesn't.
    code: z.string().check(z.regex(/^[a-zA-Z.]{1,64}$/)),
    message: z.string(),
  }),
});

/** What the socket's error codes mean where the request certainly was not sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Reads a response; its body counts only if it is what `schema` says. */
export function readAnswer<Schema extends z.ZodMiniType>(
  response: Response,
  text: string,
  schema: Schema,
): Answer<z.infer<Schema>> {
  const json = parseJson(text);
  if (response.ok) {
    const parsed = schema.safeParse(json);
    return parsed.success
      ? { kind: 'ok', value: parsed.data }
      : { kind: 'unreadable', detail: `status ${response.status} with an unreadable body` };
  }
  const refusal = refusalSchema.safeParse(json);
  const { code, message } = refusal.success
    ? refusal.data.error
    : { code: 'unreadable', message: '' };
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), Date.now());
  return { kind: 'refused', status: response.status, code, message, retryAfterMs };
}

const longestRetryAfterMs = 24 * 3600_000;

/** Seconds or a date (RFC 9110), as milliseconds from now, a day at most; null where unreadable. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), longestRetryAfterMs);
}

/** `fetch` hides the socket's error code in `cause`; only some of them prove "not sent". */
export function readNetworkError(error: unknown): Answer<never> {
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  if (unsentCodes.has(code)) return { kind: 'unreachable', detail: code };
  return { kind: 'silent', detail: code || (error instanceof Error ? error.name : 'unknown') };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
