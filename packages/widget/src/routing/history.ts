/** What an entry of the history holds besides its address. */
export interface EntryState {
  /** How many of our screens lie before it; 0 is the first. */
  index: number;
  /** What the screen needs and the address must not show, such as an error's message and stack (§2). */
  data?: unknown;
}

/** The browser's history, or a test's. */
export interface HistoryPort {
  /** Path and query under the product, such as `/deposit?method=upi`. */
  readonly address: string;
  readonly entry: EntryState;
  push(address: string, entry: EntryState): void;
  replace(address: string, entry: EntryState): void;
  /** Goes so many entries forward, or back where it is less than 0. */
  go(steps: number): void;
  /** Calls back when the player went back or forward. Returns the way to stop. */
  onPop(listener: () => void): () => void;
}

/** The window's history under `/{product}`. */
export function createBrowserHistory(product: string, window: Window): HistoryPort {
  const { history, location } = window;
  const base = `/${product}`;
  // A screen that still loads is too short to scroll in: the shell does it once it is there.
  history.scrollRestoration = 'manual';
  return {
    get address() {
      const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : '/';
      return path + location.search;
    },
    get entry() {
      return readEntry(history.state);
    },
    push: (address, entry) => history.pushState(entry, '', base + address),
    replace: (address, entry) => history.replaceState(entry, '', base + address),
    go: (steps) => history.go(steps),
    onPop: (listener) => {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}

/** A history without a window, for stories and tests. */
export function createMemoryHistory(address: string): HistoryPort {
  const entries = [{ address, entry: { index: 0 } as EntryState }];
  const listeners = new Set<() => void>();
  let at = 0;
  return {
    get address() {
      return entries[at]?.address ?? '/';
    },
    get entry() {
      return entries[at]?.entry ?? { index: 0 };
    },
    push: (next, entry) => {
      at += 1;
      entries.splice(at, entries.length, { address: next, entry });
    },
    replace: (next, entry) => {
      entries[at] = { address: next, entry };
    },
    go: (steps) => {
      at = Math.min(Math.max(0, at + steps), entries.length - 1);
      for (const listener of listeners) listener();
    },
    onPop: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** An entry that a host's script or another page made holds no index of ours. */
function readEntry(state: unknown): EntryState {
  if (typeof state !== 'object' || state === null || !('index' in state)) return { index: 0 };
  const { index } = state;
  const data = 'data' in state ? state.data : undefined;
  return { index: typeof index === 'number' && index > 0 ? Math.floor(index) : 0, data };
}
