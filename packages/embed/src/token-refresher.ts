import { isText } from './checks.ts';

/** The first pause before another try; each next one is twice as long … */
const firstPauseMs = 1000;
/** … up to this. */
const longestPauseMs = 60_000;
/** A token refused sooner than this after it was handed over was no better than the one before it. */
const livedMs = 30_000;

/** Asks the host for fresh tokens, one question at a time, and slower the less its answers help. */
export interface TokenRefresher {
  /** The widget says that its token is refused. */
  handleExpired(): void;
  /** A token came by another way: a planned try isn't needed any more. */
  handleToken(): void;
  /** Forgets everything: no further question, and an answer on its way is ignored. */
  stop(): void;
}

/** Where the refresher stands. */
type State = 'idle' | 'asking' | 'pausing' | 'stopped';

/**
 * @param refresh the host's way to a fresh token. A rejection or an empty token is tried again
 *   after a pause, and reported to the page.
 * @param onToken hears each fresh token.
 */
export function createTokenRefresher(
  refresh: () => Promise<string>,
  onToken: (token: string) => void,
): TokenRefresher {
  let state: State = 'idle';
  let pauseMs = 0;
  let handedOverAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStopped = () => state === 'stopped';

  const askAfterPause = () => {
    if (pauseMs === 0) return void ask();
    state = 'pausing';
    timer = setTimeout(() => void ask(), pauseMs);
  };
  const lengthenPause = () => {
    pauseMs = Math.min(pauseMs * 2 || firstPauseMs, longestPauseMs);
  };

  async function ask(): Promise<void> {
    state = 'asking';
    try {
      const token: unknown = await refresh();
      if (isStopped()) return;
      if (!isText(token) || token === '') {
        throw new TypeError('mountCashier: refreshToken must return a promise of a token');
      }
      state = 'idle';
      handedOverAt = performance.now();
      onToken(token);
    } catch (error) {
      if (isStopped()) return;
      reportError(error);
      lengthenPause();
      askAfterPause();
    }
  }

  return {
    handleExpired() {
      if (state !== 'idle') return;
      if (performance.now() - handedOverAt < livedMs) lengthenPause();
      else pauseMs = 0;
      askAfterPause();
    },
    handleToken() {
      if (state !== 'pausing') return;
      clearTimeout(timer);
      state = 'idle';
      handedOverAt = performance.now();
    },
    stop() {
      clearTimeout(timer);
      state = 'stopped';
    },
  };
}
