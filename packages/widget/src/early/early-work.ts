import type { DrawnScreen } from './drawn-screen.ts';

interface EarlyRequest {
  answer: Promise<Response>;
  /** Aborts the request, its body included. */
  abort: () => void;
  /** The start on the page's clock, in ms. */
  startedAt: number;
}

/** An older response isn't used. */
const longestAgeMs = 60_000;

/** The early script's work, left on the window for the widget. */
export interface EarlyWork {
  /** Messages that arrived before the widget. They are not validated yet. */
  messages: MessageEvent[];
  /** Running requests, by {@link requestKey}. */
  requests: Map<string, EarlyRequest>;
  /** The first screen, where the server has drawn it. */
  screen: DrawnScreen | null;
  /** Stops listening, and draws nothing from now on. */
  stop: () => void;
}

declare global {
  interface Window {
    kassaEarly?: EarlyWork;
  }
}

/**
 * Returns the key by which two requests are the same. It holds the token, so that another player's
 * response is never used.
 */
export function requestKey(address: string, init: RequestInit = {}): string {
  const { authorization = '' } = (init.headers ?? {}) as { authorization?: string };
  const body = typeof init.body === 'string' ? init.body : '';
  return [address, authorization, body].join('\n');
}

/**
 * Takes over the early script's work, once: its messages, the drawn screen, and a `fetch` that
 * returns the response of a running request with the same key, each a single time.
 */
export function takeEarlyWork(window: Window): Pick<EarlyWork, 'messages' | 'screen'> & {
  fetch: typeof fetch;
} {
  const { kassaEarly } = window;
  delete window.kassaEarly;
  kassaEarly?.stop();
  return {
    messages: kassaEarly?.messages ?? [],
    screen: kassaEarly?.screen ?? null,
    fetch: (input, init) => {
      const address = typeof input === 'string' ? input : input instanceof URL ? input.href : null;
      const key =
        address === null ? null : requestKey(new URL(address, document.baseURI).href, init);
      const early = key === null ? undefined : kassaEarly?.requests.get(key);
      if (key === null || early === undefined) return window.fetch(input, init);
      kassaEarly?.requests.delete(key);
      const isOld = performance.now() - early.startedAt > longestAgeMs;
      if (isOld) return window.fetch(input, init);
      // The widget's signal decides about the timeout.
      if (init?.signal?.aborted === true) early.abort();
      init?.signal?.addEventListener('abort', early.abort);
      return early.answer;
    },
  };
}
