import type { ConnectorError } from './connector.ts';

export interface ProviderRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Ends the request, body included: one for all requests of a task (`AbortSignal.timeout`). */
  signal: AbortSignal;
}

/** What came over HTTP, whatever it says. */
export interface ProviderAnswer {
  kind: 'answered';
  status: number;
  text: string;
  /** From Retry-After, where it sends one. */
  retryAfterMs: number | null;
}

/** Longer answers aren't read to their end. */
const longestAnswerBytes = 1024 * 1024;

/**
 * Asks a provider over HTTP, once. No connection is `unavailable`; silence after it, and a time-out,
 * `timeoutUnknown`. What an answer means is for the connector to say.
 */
export async function sendRequest(
  request: ProviderRequest,
): Promise<ProviderAnswer | ConnectorError> {
  const { url, ...init } = request;
  try {
    // Followed, our key would go to wherever a redirect leads.
    const response = await fetch(url, { ...init, redirect: 'manual' });
    return {
      kind: 'answered',
      status: response.status,
      text: await readText(response),
      retryAfterMs: readRetryAfter(response.headers.get('retry-after'), Date.now()),
    };
  } catch (error) {
    return explainNetworkError(error);
  }
}

/** What the provider means us to wait where it doesn't say, and the longest that we believe. */
const usualRetryAfterMs = 30_000;
const longestRetryAfterMs = 24 * 3600_000;

/**
 * What a status that is no success means at most providers. A manual may say otherwise: where it says
 * that a 500 comes before anything is done, the connector knows better.
 * @param code the provider's own word for it; it goes into the log
 */
export function explainStatus(
  { status, retryAfterMs }: ProviderAnswer,
  code: string,
): ConnectorError {
  const detail = `status ${status} (${code})`;
  switch (status) {
    case 401:
    case 403:
      return { kind: 'error', error: 'misconfigured', detail };
    case 429: {
      const waitMs = retryAfterMs ?? usualRetryAfterMs;
      return { kind: 'error', error: 'rateLimited', detail, retryAfterMs: waitMs };
    }
    case 503:
      return { kind: 'error', error: 'unavailable', detail };
    // Gave up waiting, itself or its gateway.
    case 408:
    case 502:
    case 504:
      return { kind: 'error', error: 'timeoutUnknown', detail };
  }
  const error = status >= 400 && status < 500 ? 'rejected' : 'malformed';
  return { kind: 'error', error, detail };
}

/** The value that a JSON text stands for; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body as text; what is too long is cut off, and so can't be parsed. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > longestAnswerBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Seconds or a date (RFC 9110), as milliseconds from now; null where unreadable. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), longestRetryAfterMs);
}

/** The socket's errors that prove that the request was not sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `fetch` hides the socket's error code in `cause`. */
function explainNetworkError(error: unknown): ConnectorError {
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  if (unsentCodes.has(code)) return { kind: 'error', error: 'unavailable', detail: code };
  const detail = code || (error instanceof Error ? error.name : 'no answer');
  return { kind: 'error', error: 'timeoutUnknown', detail };
}
