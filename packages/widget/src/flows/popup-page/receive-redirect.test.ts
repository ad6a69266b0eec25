import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receiveRedirect } from './receive-redirect.ts';

const origin = 'https://pay.example';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Builds a popup's window with an opener. */
function setUp({ hash = '#n1', hasOpener = true } = {}) {
  const listeners = new Set<(event: MessageEvent) => void>();
  const opener = { postMessage: vi.fn() };
  const popup = {
    opener: hasOpener ? opener : null,
    location: { origin, hash },
    addEventListener: (_: string, listener: (event: MessageEvent) => void) =>
      listeners.add(listener),
    removeEventListener: (_: string, listener: (event: MessageEvent) => void) =>
      listeners.delete(listener),
  };
  const onRedirect = vi.fn();
  const onAbandoned = vi.fn();
  receiveRedirect(popup as unknown as Window, { onRedirect, onAbandoned, timeoutMs: 1000 });
  const say = (data: unknown, source: unknown = opener) => {
    for (const listener of listeners) listener({ data, source, origin } as MessageEvent);
  };
  return { popup, opener, onRedirect, onAbandoned, say };
}

const redirect = { method: 'GET', url: 'https://provider.example/pay' };

test('reports that it is ready, drops its opener, and goes to the redirect', () => {
  const { popup, opener, onRedirect, say } = setUp();
  expect(opener.postMessage).toHaveBeenCalledWith(
    { kind: 'kassa.popup.ready', nonce: 'n1' },
    origin,
  );
  say({ kind: 'kassa.popup.redirect', nonce: 'n1', redirect });
  expect(popup.opener).toBeNull();
  expect(onRedirect).toHaveBeenCalledWith(redirect);
});

test('accepts messages only of its opener, and only with its own nonce', () => {
  const { onRedirect, say } = setUp();
  say({ kind: 'kassa.popup.redirect', nonce: 'n1', redirect }, {});
  say({ kind: 'kassa.popup.redirect', nonce: 'n2', redirect });
  expect(onRedirect).not.toHaveBeenCalled();
});

test('logs an unknown message of its opener (§8)', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { onRedirect, say } = setUp();
  say({ kind: 'kassa.popup.hologram', nonce: 'n1' });
  expect(logged).toHaveBeenCalledWith('error', 'Unknown popup message type: kassa.popup.hologram');
  logged.mockRestore();
  say({ kind: 'kassa.popup.redirect', nonce: 'n1', redirect });
  expect(onRedirect).toHaveBeenCalledWith(redirect);
});

test.each([
  ['without an opener', { hasOpener: false }],
  ['without a nonce', { hash: '' }],
])('is abandoned %s', (_, options) => {
  expect(setUp(options).onAbandoned).toHaveBeenCalled();
});

test('is abandoned when no message arrives in time', async () => {
  const { onAbandoned } = setUp();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onAbandoned).toHaveBeenCalledTimes(1);
});
