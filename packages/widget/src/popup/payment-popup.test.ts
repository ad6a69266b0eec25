import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPaymentPopup } from './payment-popup.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openFake() {
  const opened = { closed: false, close: vi.fn(), postMessage: vi.fn() };
  const window = Object.assign(new EventTarget(), { open: () => opened });
  // The popup uses `open` and the message events of a window alone.
  const popup = openPaymentPopup(
    'https://pay.example/kassa/form',
    () => {},
    window as unknown as Window,
  );
  const say = (data: unknown, origin = 'https://pay.example') => {
    const message = new MessageEvent('message', { data, origin });
    // A window of this kind can't be given to the event's constructor.
    Object.defineProperty(message, 'source', { value: opened });
    window.dispatchEvent(message);
  };
  return { opened, popup, say };
}

test.each([
  ['our own page said so', 'https://pay.example', true],
  ['another page said so', 'https://evil.example', false],
])('tells whether the provider had returned the player: %s', (_, origin, isReturned) => {
  const { opened, popup, say } = openFake();
  const onClosed = vi.fn();
  popup?.onClosed(onClosed);
  popup?.redirect({ method: 'GET', url: 'https://provider.example/pay' });
  say({ kind: 'kassa.popup.returned' }, origin);
  opened.closed = true;
  vi.advanceTimersByTime(500);
  expect(onClosed).toHaveBeenCalledWith(isReturned);
});

test('reports its end once', () => {
  const { opened, popup } = openFake();
  const onClosed = vi.fn();
  popup?.onClosed(onClosed);
  vi.advanceTimersByTime(2000);
  expect(onClosed).not.toHaveBeenCalled();
  opened.closed = true;
  vi.advanceTimersByTime(2000);
  expect(onClosed).toHaveBeenCalledTimes(1);
});

test('doesn’t call a listener that was removed', () => {
  const { opened, popup } = openFake();
  const onClosed = vi.fn();
  popup?.onClosed(onClosed)();
  opened.closed = true;
  vi.advanceTimersByTime(2000);
  expect(onClosed).not.toHaveBeenCalled();
});
