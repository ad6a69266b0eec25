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
  return { opened, popup };
}

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
