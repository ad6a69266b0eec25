import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTokenRefresher, type TokenRefresher } from './token-refresher.ts';

const refresh = vi.fn<() => Promise<string>>();
const onToken = vi.fn();
const report = vi.fn();
let refresher: TokenRefresher;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('reportError', report);
  vi.resetAllMocks();
  refresh.mockResolvedValue('fresh');
  refresher = createTokenRefresher(refresh, onToken);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Advances the time by `pauseMs` and returns the number of refreshes meanwhile. */
async function refreshesWithin(pauseMs: number): Promise<number> {
  const before = refresh.mock.calls.length;
  await vi.advanceTimersByTimeAsync(pauseMs);
  return refresh.mock.calls.length - before;
}

it('refreshes at once, and passes the token on', async () => {
  refresher.handleExpired();
  await vi.advanceTimersByTimeAsync(0);
  expect(refresh).toHaveBeenCalledOnce();
  expect(onToken).toHaveBeenCalledExactlyOnceWith('fresh');
});

it('does not refresh again while a refresh is in progress', async () => {
  const answer = Promise.withResolvers<string>();
  refresh.mockReturnValue(answer.promise);
  refresher.handleExpired();
  refresher.handleExpired();
  await vi.advanceTimersByTimeAsync(120_000);
  refresher.handleExpired();
  expect(refresh).toHaveBeenCalledOnce();
  answer.resolve('fresh');
  await vi.advanceTimersByTimeAsync(0);
  expect(onToken).toHaveBeenCalledOnce();
});

describe('a token that is rejected again at once', () => {
  it('makes the pauses longer, up to a minute', async () => {
    // A widget whose tokens are all rejected immediately.
    onToken.mockImplementation(() => queueMicrotask(() => refresher.handleExpired()));
    refresher.handleExpired();
    await vi.advanceTimersByTimeAsync(0);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
      expect(await refreshesWithin(seconds * 1000 - 1)).toBe(0);
      expect(await refreshesWithin(1)).toBe(1);
    }
    expect(report).not.toHaveBeenCalled();
  });

  it('resets the pauses once a token was accepted for a while', async () => {
    refresher.handleExpired();
    await vi.advanceTimersByTimeAsync(1000);
    refresher.handleExpired();
    await vi.advanceTimersByTimeAsync(1000);
    expect(refresh).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(30_000);
    refresher.handleExpired();
    expect(refresh).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1000);
    refresher.handleExpired();
    expect(await refreshesWithin(999)).toBe(0);
    expect(await refreshesWithin(1)).toBe(1);
  });
});

describe('a failure', () => {
  it.each([
    ['a rejection', () => Promise.reject(new Error('offline'))],
    [
      'an exception',
      () => {
        throw new Error('offline');
      },
    ],
    ['no token', () => Promise.resolve('')],
    ['no string', () => Promise.resolve({ token: 'fresh' } as unknown as string)],
  ])('is reported and retried after longer and longer pauses: %s', async (_, answer) => {
    refresh.mockImplementation(answer);
    refresher.handleExpired();
    await vi.advanceTimersByTimeAsync(0);
    for (const seconds of [1, 2, 4]) {
      refresher.handleExpired();
      expect(await refreshesWithin(seconds * 1000 - 1)).toBe(0);
      expect(await refreshesWithin(1)).toBe(1);
    }
    expect(report).toHaveBeenCalledTimes(4);
    refresh.mockResolvedValue('fresh');
    await vi.advanceTimersByTimeAsync(8000);
    expect(onToken).toHaveBeenCalledExactlyOnceWith('fresh');
    expect(JSON.stringify(report.mock.calls)).not.toContain('fresh');
  });
});

it('drops a planned retry when a token arrives another way', async () => {
  refresh.mockRejectedValueOnce(new Error('offline'));
  refresher.handleExpired();
  await vi.advanceTimersByTimeAsync(0);
  refresher.handleToken();
  expect(await refreshesWithin(120_000)).toBe(0);
});

it.each(['asking', 'pausing'])(
  'leaves no timer and passes nothing on once stopped while %s',
  async (when) => {
    const answer = Promise.withResolvers<string>();
    refresh.mockReturnValue(answer.promise);
    refresher.handleExpired();
    if (when === 'asking') {
      refresher.stop();
      answer.resolve('fresh');
    } else {
      answer.reject(new Error('offline'));
      await vi.advanceTimersByTimeAsync(0);
      refresher.stop();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    refresher.handleExpired();
    refresher.handleToken();
    expect(await refreshesWithin(120_000)).toBe(0);
    expect(onToken).not.toHaveBeenCalled();
  },
);
