import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCode } from './load-code.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal: staying } = new AbortController();
const lost = new TypeError('Failed to fetch dynamically imported module');

test('code that fails to load is asked for again within 5 s', async () => {
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('code');
  for (let failures = 0; failures < 4; failures += 1) load.mockRejectedValueOnce(lost);
  const outcome = loadCode(load, staying);
  await vi.advanceTimersByTimeAsync(5000);
  await expect(outcome).resolves.toBe('code');
  expect(load).toHaveBeenCalledTimes(5);
});

test('code that can’t be loaded is the network’s failure, and the next attempt asks for it anew', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
  const outcome = expect(loadCode(load, staying)).rejects.toMatchObject({ kind: 'network' });
  await vi.advanceTimersByTimeAsync(5000);
  await outcome;
  load.mockResolvedValue('code');
  await expect(loadCode(load, staying)).resolves.toBe('code');
});

test('a player who leaves meanwhile waits for nothing', async () => {
  const leaving = new AbortController();
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
  const outcome = expect(loadCode(load, leaving.signal)).rejects.toBe('left');
  await vi.advanceTimersByTimeAsync(100);
  leaving.abort('left');
  await outcome;
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledOnce();
});
