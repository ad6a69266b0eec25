import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// No server receives measurements here, and nothing stops them.
vi.mock('./src/telemetry/start-rum.ts', () => ({ startRum: () => () => {} }));

configure({
  // A busy machine takes more than the default second to load a screen's code. The limit is below a
  // test's own, so that the missing element is named.
  asyncUtilTimeout: 45_000,
  // By default each attempt of a waiting query prints the whole page. The last one's error has it.
  getElementError: (message, container) => {
    const isAttempt = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    const page = isAttempt ? [] : [prettyDOM(container)];
    const error = new Error([message, ...page].filter(Boolean).join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

afterEach(cleanup);

// Files share a worker's modules: a test that loses the network must not pause the queries of others.
afterEach(() => onlineManager.setOnline(true));

type Timers = Set<ReturnType<typeof setTimeout>>;

// Files share a worker's globals: a timer that outlived its file would run without a page, or in
// another file's.
const { clearTimeout } = globalThis;
const timers: Timers = Reflect.get(globalThis, 'kassaTimers') ?? recordTimers();
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
});

/** Records every timer that is started in this worker from now on. */
function recordTimers(): Timers {
  const started: Timers = new Set();
  for (const name of ['setTimeout', 'setInterval']) {
    const start: (...args: unknown[]) => ReturnType<typeof setTimeout> = Reflect.get(
      globalThis,
      name,
    );
    const recording = new Proxy(start, {
      apply: (target, self, args) => {
        const timer = Reflect.apply(target, self, args);
        started.add(timer);
        return timer;
      },
    });
    Reflect.set(globalThis, name, recording);
  }
  Reflect.set(globalThis, 'kassaTimers', started);
  return started;
}
