import { expect, test } from 'vitest';
import { retryDeadlock } from './retry-deadlock.ts';

const failure = (code: string) => Object.assign(new Error('failed'), { code });

test('runs a transaction again that ended in a deadlock, three times at most', async () => {
  let runs = 0;
  const fail = (times: number, code: string) => async () => {
    runs += 1;
    if (runs <= times) throw failure(code);
    return 'done';
  };
  expect(await retryDeadlock(fail(2, '40P01'))).toBe('done');
  runs = 0;
  await expect(retryDeadlock(fail(3, '40P01'))).rejects.toThrow('failed');
  expect(runs).toBe(3);
  runs = 0;
  await expect(retryDeadlock(fail(1, '23505'))).rejects.toThrow('failed');
  expect(runs).toBe(1);
});
