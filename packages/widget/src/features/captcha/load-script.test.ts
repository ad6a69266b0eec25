import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadScript } from './load-script.ts';
import { fakeScripts } from './testing/fake-scripts.ts';

const address = 'https://static.geetest.com/v4/gt4.js';
const { signal: staying } = new AbortController();
let api: object | undefined;

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  api = undefined;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const load = (signal = staying) => loadScript(address, () => api, signal);
const define = () => {
  api = { name: 'the api' };
};

test('returns what the script defines, and loads it once', async () => {
  const addresses = fakeScripts('loaded', define);
  expect(await load()).toEqual({ name: 'the api' });
  expect(await load()).toEqual({ name: 'the api' });
  expect(addresses).toEqual([address]);
});

test.each([
  ['cannot be loaded', 'failed', 'could not be loaded'],
  ['defines nothing', 'loaded', 'defines nothing'],
] as const)('fails where the script %s', async (_, outcome, message) => {
  fakeScripts(outcome);
  await expect(load()).rejects.toMatchObject({
    kind: 'scriptFailed',
    message: expect.stringContaining(message),
  });
});

test('fails where the script takes longer than 30 seconds, and not before', async () => {
  fakeScripts('silent');
  const settled = vi.fn();
  const outcome = load().catch((error) => error);
  outcome.then(settled);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ kind: 'scriptFailed' });
});

test('leaving the screen rejects at once', async () => {
  fakeScripts('silent');
  const leaving = new AbortController();
  const outcome = expect(load(leaving.signal)).rejects.toBe('left');
  leaving.abort('left');
  await outcome;
  expect(vi.getTimerCount()).toBe(0);
  await expect(load(leaving.signal)).rejects.toBe('left');
});
