import { throwIfAborted } from './abort.ts';
import type { Channel, Exchange } from './transport.ts';
import { networkError } from './transport-error.ts';

const answerTimeoutMs = 20_000;
/** A large body takes this long on a network of 0.5 Mbit/s. */
const largeTimeoutMs = 120_000;

export interface HttpOptions {
  /** The origin of the server's API, such as `https://pay.example`. */
  origin: string;
  token: string;
  fetch?: typeof fetch;
}

/** Carries calls over HTTP: `GET|POST /api/banking/<call>` (design §4). It has no pushes. */
export function createHttpChannel({
  origin,
  token,
  fetch = globalThis.fetch,
}: HttpOptions): Channel {
  let currentToken = token;

  async function exchange(asked: Exchange) {
    const { name, method, request, headers, signal, keepalive, isLarge } = asked;
    const url = new URL(`/api/banking/${name}`, origin);
    if (method === 'GET') url.search = encodeQuery(request).toString();
    throwIfAborted(signal);
    // Older browsers lack `AbortSignal.any`.
    const aborter = new AbortController();
    const abort = () => aborter.abort();
    const timer = setTimeout(abort, isLarge ? largeTimeoutMs : answerTimeoutMs);
    signal?.addEventListener('abort', abort);
    try {
      const response = await fetch(url, {
        method,
        keepalive,
        // Browsers add `Cache-Control: no-cache` for it (§7).
        cache: 'no-store',
        headers: {
          ...headers,
          authorization: `Bearer ${currentToken}`,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        body: method === 'POST' ? JSON.stringify(request) : null,
        signal: aborter.signal,
      });
      const etag = response.headers.get('etag') ?? undefined;
      return { status: response.status, body: await readJson(response), etag };
    } catch (error) {
      throwIfAborted(signal);
      throw networkError(error instanceof Error ? error.message : 'The request failed.');
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    exchange,
    onPush: () => () => {},
    onConnect: () => () => {},
    onRefused: () => () => {},
    start: () => {},
    updateToken: (next) => {
      currentToken = next;
    },
    close: () => {},
  };
}

function encodeQuery(request: Record<string, unknown>): URLSearchParams {
  const present = Object.entries(request).filter(([, value]) => value !== undefined);
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)]));
}

/** Reads a response as JSON. A response that isn't JSON (a proxy's error page) has no body. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
