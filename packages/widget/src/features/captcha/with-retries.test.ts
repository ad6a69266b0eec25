import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CaptchaError, type CaptchaErrorKind } from './captcha-error.ts';
import { withRetries } from './with-retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal: staying } = new AbortController();

/** Returns an attempt that fails with the given kinds in turn, and records when each one began. */
function failWith(...kinds: CaptchaErrorKind[]) {
  const begun: number[] = [];
  const start = performance.now();
  const attempt = async () => {
    const kind = kinds[begun.length];
    begun.push(Math.round(performance.now() - start));
    if (kind === undefined) return 'solved';
    throw new CaptchaError(kind, 'as told');
  };
  return { begun, attempt };
}

test('retries four times, after 500 ms times the number of the retry', async () => {
  const { begun, attempt } = failWith('network', 'scriptFailed', 'network', 'network');
  const outcome = withRetries(staying, attempt);
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('solved');
  expect(begun).toEqual([0, 500, 1500, 3000, 5000]);
});

test('gives up after the fourth retry, with its error', async () => {
  const { begun, attempt } = failWith('network', 'network', 'network', 'network', 'scriptFailed');
  const outcome = expect(withRetries(staying, attempt)).rejects.toMatchObject({
    kind: 'scriptFailed',
  });
  await vi.runAllTimersAsync();
  await outcome;
  expect(begun).toHaveLength(5);
});

test.each<CaptchaErrorKind>(['closed', 'expired', 'unknown'])(
  'doesn’t retry after %s',
  async (kind) => {
    const { begun, attempt } = failWith(kind);
    await expect(withRetries(staying, attempt)).rejects.toMatchObject({ kind });
    expect(begun).toHaveLength(1);
  },
);

test('starts no retry after 30 seconds', async () => {
  let attempts = 0;
  const outcome = withRetries(staying, async () => {
    attempts += 1;
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    throw new CaptchaError('network', 'in vain');
  });
  const seen = expect(outcome).rejects.toMatchObject({ kind: 'network' });
  await vi.runAllTimersAsync();
  await seen;
  expect(attempts).toBe(1);
});

test('leaving the screen ends a pause at once', async () => {
  const leaving = new AbortController();
  const { begun, attempt } = failWith('network', 'network');
  const outcome = withRetries(leaving.signal, attempt);
  const seen = expect(outcome).rejects.toBe('left');
  await vi.advanceTimersByTimeAsync(100);
  leaving.abort('left');
  await seen;
  expect(vi.getTimerCount()).toBe(0);
  expect(begun).toHaveLength(1);
});
