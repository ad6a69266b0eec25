import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followReachability } from './reachability.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const probe = vi.fn();
  const told: boolean[] = [];
  const reachability = followReachability(probe);
  reachability.onChange((isReachable) => told.push(isReachable));
  return { reachability, probe, told };
}

test('a single unanswered exchange is nothing, two in a row are told', () => {
  const { reachability, told } = setUp();
  reachability.note(false);
  reachability.note(true);
  reachability.note(false);
  expect(told).toEqual([true]);
  reachability.note(false);
  expect(told).toEqual([true, false]);
});

test('an unreachable server is probed until it answers', () => {
  const { reachability, probe, told } = setUp();
  reachability.note(false);
  reachability.note(false);
  vi.advanceTimersByTime(30_000);
  expect(probe).toHaveBeenCalledTimes(3);
  reachability.note(true);
  expect(told.at(-1)).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect(probe).toHaveBeenCalledTimes(3);
});

test('nothing is probed after the end', () => {
  const { reachability, probe } = setUp();
  reachability.note(false);
  reachability.note(false);
  reachability.close();
  vi.advanceTimersByTime(30_000);
  expect(probe).not.toHaveBeenCalled();
});
