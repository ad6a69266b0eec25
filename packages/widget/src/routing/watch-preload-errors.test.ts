import { expect, onTestFinished, test, vi } from 'vitest';
import { takeTold, watchPreloadErrors } from './watch-preload-errors.ts';

function setUp() {
  const target = new EventTarget();
  const report = vi.fn();
  const stop = watchPreloadErrors(target, report);
  const fail = (payload: unknown) => {
    const message = payload instanceof Error ? payload.message : '';
    onTestFinished(() => void takeTold(message));
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
    target.dispatchEvent(event);
    return event;
  };
  return { report, stop, fail };
}

test('a stylesheet that failed is reported with its URL, and the error is left to the caller', () => {
  const { report, fail } = setUp();
  const event = fail(new Error('Unable to preload CSS for /assets/form.css'));
  expect(report).toHaveBeenCalledExactlyOnceWith('Unable to preload CSS for /assets/form.css');
  expect(event.defaultPrevented).toBe(false);
});

test.each([
  [new Error('Failed to fetch'), 'Unable to preload a screen: Failed to fetch'],
  [undefined, 'Unable to preload a screen: no reason'],
])('%s is reported in general words', (payload, message) => {
  const { report, fail } = setUp();
  fail(payload);
  expect(report).toHaveBeenCalledExactlyOnceWith(message);
});

test('a failure is reported once, until an error screen has shown it', () => {
  const { report, fail } = setUp();
  const error = new Error('Unable to preload CSS for /assets/list.css');
  fail(error);
  fail(error);
  expect(report).toHaveBeenCalledOnce();
  expect([takeTold(error.message), takeTold(error.message)]).toEqual([true, false]);
  fail(error);
  expect(report).toHaveBeenCalledTimes(2);
});

test('nothing is reported after the end', () => {
  const { report, stop, fail } = setUp();
  stop();
  fail(new Error('late'));
  expect(report).not.toHaveBeenCalled();
});
