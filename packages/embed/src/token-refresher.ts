import { isText } from './checks.ts';

/** The pause before the first retry; each next pause is twice as long. */
const firstPauseMs = 1000;
/** The longest pause. */
const longestPauseMs = 60_000;
/** A token rejected sooner than this counts as a failed attempt. */
const minLifetimeMs = 30_000;

/**
 * Requests fresh tokens from the host, one at a time, with longer pauses while they are rejected.
 */
export interface TokenRefresher {
  /** The widget reports that its token was rejected. */
  handleExpired(): void;
  /** A token arrived another way: the planned retry is dropped. */
  handleToken(): void;
  /** Stops all requests; a token still on its way is ignored. */
  stop(): void;
}

/** The refresher's state. */
type State = 'idle' | 'refreshing' | 'pausing' | 'stopped';

/**
 * @param refresh - returns a fresh token from the host. A rejection or an empty token is reported
 * to the page and retried after a pause.
 * @param onToken - receives each fresh token.
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
    state = 'refreshing';
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
      if (performance.now() - handedOverAt < minLifetimeMs) lengthenPause();
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
