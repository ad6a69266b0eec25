import type { ConnectorError } from '../connector.ts';
import type { Answer } from './client/answer.ts';

/** What the provider means us to wait where it doesn't say. */
const usualRetryAfterMs = 30_000;
const longestMessage = 500;

/** The provider's "no", or its silence, as one of the port's errors. */
export function toError(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): ConnectorError {
  switch (answer.kind) {
    case 'unreachable':
      return { kind: 'error', error: 'unavailable', detail: answer.detail };
    case 'silent':
      return { kind: 'error', error: 'timeoutUnknown', detail: answer.detail };
    case 'unreadable':
      return { kind: 'error', error: 'malformed', detail: answer.detail };
    case 'refused':
      return toRefusal(answer);
  }
}

function toRefusal(refused: Extract<Answer<unknown>, { kind: 'refused' }>): ConnectorError {
  const { status, code, message, retryAfterMs } = refused;
  const detail = `status ${status} (${code})`;
  switch (status) {
    // Its manual: 503 and 429 are answered before anything is done.
    case 503:
      return { kind: 'error', error: 'unavailable', detail };
    case 429:
      return {
        kind: 'error',
        error: 'rateLimited',
        detail,
        retryAfterMs: retryAfterMs ?? usualRetryAfterMs,
      };
    case 422:
      return {
        kind: 'error',
        error: 'declined',
        detail,
        message: message.slice(0, longestMessage) || null,
      };
    case 401:
    case 403:
      return { kind: 'error', error: 'misconfigured', detail };
    // A gateway that gave up waiting.
    case 408:
    case 502:
    case 504:
      return { kind: 'error', error: 'timeoutUnknown', detail };
  }
  if (status >= 400 && status < 500) {
    // The manual's "no" has a code; a proxy's or another server's page means our address is wrong.
    const isItsWord = code !== 'unreadable' && code !== 'route.notFound';
    return { kind: 'error', error: isItsWord ? 'rejected' : 'misconfigured', detail };
  }
  return { kind: 'error', error: 'malformed', detail };
}
