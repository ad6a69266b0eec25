/** The data of a history entry besides its address. */
export interface EntryState {
  /** The number of the cashier's screens before it; 0 is the first. */
  index: number;
  /**
   * Data for the screen that the address must not show, such as an error's message and stack (§2).
   */
  data?: unknown;
}

/** The browser's history, or that of a test. */
export interface HistoryPort {
  /** The path and query under the product, such as `/deposit?method=upi`. */
  readonly address: string;
  readonly entry: EntryState;
  push(address: string, entry: EntryState): void;
  replace(address: string, entry: EntryState): void;
  /** Goes forward by this number of entries, or back for a negative number. */
  go(steps: number): void;
  /** Loads the page again, with all its code, at its address. */
  reload(): void;
  /**
   * Calls back when the player went back or forward. Returns a function that removes the listener.
   */
  onPop(listener: () => void): () => void;
}

/** Creates the port to the window's history under `/{product}`. */
export function createBrowserHistory(product: string, window: Window): HistoryPort {
  const { history, location } = window;
  const base = `/${product}`;
  // A screen that still loads is too short to scroll in. The shell scrolls once it is there.
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
    reload: () => location.reload(),
    onPop: (listener) => {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}

/**
 * Creates a history without a window, for stories and tests. There is no page to load again: a
 * reload enters the address again.
 */
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
    reload: () => {
      for (const listener of listeners) listener();
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

/** Reads an entry. One of a host's script or another page has no index. */
function readEntry(state: unknown): EntryState {
  if (typeof state !== 'object' || state === null || !('index' in state)) return { index: 0 };
  const { index } = state;
  const data = 'data' in state ? state.data : undefined;
  return { index: typeof index === 'number' && index > 0 ? Math.floor(index) : 0, data };
}
