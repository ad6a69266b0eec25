import { Agent, EnvHttpProxyAgent, interceptors, request as send } from 'undici';
import type { ConnectorError } from './connector-outcome.ts';

export interface ProviderRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /**
   * Aborts the request, body included: one signal for all requests of a task
   * (`AbortSignal.timeout`).
   */
  signal: AbortSignal;
}

/** An HTTP response, not yet interpreted. */
export interface ProviderAnswer {
  kind: 'answered';
  status: number;
  text: string;
  /** From Retry-After, if the response has it. */
  retryAfterMs: number | null;
}

/** Some gateways reject requests without a user agent. */
const usualHeaders = { accept: '*/*', 'user-agent': 'Kassa' };

/** Node's own `fetch` heeds this variable, too: HTTP_PROXY, HTTPS_PROXY and NO_PROXY then count. */
const agent = process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent() : new Agent();

/** A compressed body is read as well, though no request asks for it. */
const dispatcher = agent.compose(interceptors.decompress({ skipErrorResponses: false }));

/** Longer bodies are cut off. */
const longestAnswerBytes = 1024 * 1024;

/**
 * Sends one HTTP request to a provider. A failed connection is `unavailable`; no response, or a
 * timeout, `timeoutUnknown`. The connector interprets the response.
 */
export async function sendRequest(
  request: ProviderRequest,
): Promise<ProviderAnswer | ConnectorError> {
  const { url, headers, ...init } = request;
  try {
    // Redirects aren't followed: the request's key would go to the redirect's target.
    const answer = await send(url, {
      ...init,
      headers: { ...usualHeaders, ...headers },
      dispatcher,
    });
    const [retryAfter = null] = [answer.headers['retry-after']].flat();
    return {
      kind: 'answered',
      status: answer.statusCode,
      text: await readText(answer.body),
      retryAfterMs: readRetryAfter(retryAfter, Date.now()),
    };
  } catch (error) {
    return explainNetworkError(error);
  }
}

/** The pause after a rate limit without Retry-After, and the longest pause that is accepted. */
const usualRetryAfterMs = 30_000;
const longestRetryAfterMs = 24 * 3600_000;

/**
 * Returns the usual meaning of an error status. A connector overrides it if the manual differs, for
 * example where a 500 proves that nothing was done.
 * @param code the provider's error code, which is logged
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
    // The provider or its gateway timed out.
    case 408:
    case 502:
    case 504:
      return { kind: 'error', error: 'timeoutUnknown', detail };
  }
  const error = status >= 400 && status < 500 ? 'rejected' : 'malformed';
  return { kind: 'error', error, detail };
}

/** Reads the body as text; a body that is too long is cut off, and so can't be parsed as JSON. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > longestAnswerBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Converts seconds or a date (RFC 9110) to milliseconds from now; null if malformed. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), longestRetryAfterMs);
}

/** Socket errors that prove that the request was not sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function explainNetworkError(error: unknown): ConnectorError {
  // The code of a timeout is a number.
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (unsentCodes.has(code)) return { kind: 'error', error: 'unavailable', detail: code };
  const detail = code || (error instanceof Error ? error.name : 'no answer');
  return { kind: 'error', error: 'timeoutUnknown', detail };
}
