import type { WithdrawalStatus } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import { planNextCheck, planRepeat } from './plan-next-check.ts';

const minute = 60_000;
const updated_at = new Date('2026-11-20T12:00:00Z');

/**
 * Returns the minutes after its last transition at which a withdrawal that keeps its status is
 * followed up.
 */
function minutesAsked(status: WithdrawalStatus, send_count: number): number[] {
  const asked: number[] = [];
  for (let check_count = 0; check_count < 12; check_count += 1) {
    const now = new Date(updated_at.getTime() + (asked.at(-1) ?? 0) * minute);
    const next = planNextCheck({ status, send_count, check_count, updated_at }, now);
    if (next === null) break;
    asked.push((next.getTime() - updated_at.getTime()) / minute);
  }
  return asked;
}

describe('a withdrawal is followed up', () => {
  test('with doubling pauses, up to an hour, while it is open', () => {
    const asked = minutesAsked('unknown', 1);
    expect(asked.slice(0, 4)).toEqual([0.25, 0.75, 1.75, 3.75]);
    expect((asked.at(-1) ?? 0) - (asked.at(-2) ?? 0)).toBe(60);
  });

  test.each(['completed', 'failed', 'rejected'] as const)(
    'for three days once it is %s',
    (status) => {
      expect(minutesAsked(status, 1)).toEqual([60, 1440, 4320]);
    },
  );

  test('no more once it was returned, or if it was never sent', () => {
    expect(minutesAsked('returned', 1)).toEqual([]);
    expect(minutesAsked('canceled', 0)).toEqual([]);
    expect(minutesAsked('rejected', 0)).toEqual([]);
  });
});

test('a last status request without an outcome is retried, once a day at least', () => {
  const pause = (check_count: number) =>
    (planRepeat({ check_count }, updated_at).getTime() - updated_at.getTime()) / minute;
  expect([0, 3, 2000].map(pause)).toEqual([0.25, 2, 1440]);
});
