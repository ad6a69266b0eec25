interface EarlyRequest {
  answer: Promise<Response>;
  /** Gives it up, its body included. */
  abort: () => void;
  /** On the page's clock. */
  startedAt: number;
}

/** Nobody is shown what was asked for longer ago than this. */
const longestAgeMs = 60_000;

/** What the early script leaves on the window for the widget proper. */
export interface EarlyWork {
  /** Messages that came before anybody else listened; nobody has judged them yet. */
  messages: MessageEvent[];
  /** Requests under way, by {@link requestKey}. */
  requests: Map<string, EarlyRequest>;
  /** Stops listening. */
  stop: () => void;
}

declare global {
  interface Window {
    kassaEarly?: EarlyWork;
  }
}

/** What makes two requests the same. The token is part of it: another player's answer never counts. */
export function requestKey(address: string, init: RequestInit = {}): string {
  const { authorization = '' } = (init.headers ?? {}) as { authorization?: string };
  const body = typeof init.body === 'string' ? init.body : '';
  return [address, authorization, body].join('\n');
}

/**
 * Takes over from the early script, once: its messages, and a `fetch` that answers with a request
 * already under way where it is the very one asked for, each a single time.
 */
export function takeEarlyWork(window: Window): { messages: MessageEvent[]; fetch: typeof fetch } {
  const { kassaEarly } = window;
  delete window.kassaEarly;
  kassaEarly?.stop();
  return {
    messages: kassaEarly?.messages ?? [],
    fetch: (input, init) => {
      const address = typeof input === 'string' ? input : input instanceof URL ? input.href : null;
      const key =
        address === null ? null : requestKey(new URL(address, document.baseURI).href, init);
      const early = key === null ? undefined : kassaEarly?.requests.get(key);
      if (key === null || early === undefined) return window.fetch(input, init);
      kassaEarly?.requests.delete(key);
      const isOld = performance.now() - early.startedAt > longestAgeMs;
      if (isOld) return window.fetch(input, init);
      // Whoever takes it over decides how long it may take.
      if (init?.signal?.aborted === true) early.abort();
      init?.signal?.addEventListener('abort', early.abort);
      return early.answer;
    },
  };
}
