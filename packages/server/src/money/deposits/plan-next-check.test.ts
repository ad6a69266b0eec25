import type { DepositStatus } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import { planNextCheck, planRepeat } from './plan-next-check.ts';

const minute = 60_000;
const hour = 60 * minute;
const createdAt = new Date('2026-11-20T12:00:00Z');

/** Returns the ages, in minutes, at which a deposit that keeps its status is followed up. */
function agesAsked(
  status: DepositStatus,
  from: { age: number; checks: number },
  lateUntil: number | null = null,
): number[] {
  const ages: number[] = [];
  let { age, checks } = from;
  while (ages.length < 50) {
    const deposit = {
      status,
      check_count: checks,
      created_at: createdAt,
      expires_at: new Date(createdAt.getTime() + 30 * minute),
      late_until: lateUntil === null ? null : new Date(createdAt.getTime() + lateUntil),
    };
    const next = planNextCheck(deposit, new Date(createdAt.getTime() + age));
    if (next === null) break;
    age = next.getTime() - createdAt.getTime();
    checks += 1;
    ages.push(age / minute);
  }
  return ages;
}

describe('a deposit is followed up', () => {
  test('five times once it has money, for three days', () => {
    expect(agesAsked('processed', { age: minute, checks: 0 })).toEqual([10, 60, 360, 1440, 4320]);
    expect(agesAsked('processed', { age: 20 * hour, checks: 9 })).toEqual([1440, 4320]);
    expect(agesAsked('processed', { age: 72 * hour, checks: 0 })).toEqual([]);
  });

  test.each(['declined', 'failed', 'canceled', 'autoCanceled', 'parked', 'crediting'] as const)(
    'with doubling pauses for three days if it is %s',
    (status) => {
      const ages = agesAsked(status, { age: minute, checks: 0 });
      expect(ages.length).toBeLessThan(15);
      expect(ages.slice(0, 4)).toEqual([1.5, 2.5, 4.5, 8.5]);
      expect(ages.at(-1)).toBe(72 * 60);
    },
  );

  test('until its late window ends, if that is later', () => {
    const ages = (hours: number) =>
      agesAsked('autoCanceled', { age: minute, checks: 0 }, hours * hour);
    expect(ages(24).at(-1)).toBe(72 * 60);
    expect(ages(720).at(-1)).toBe(720 * 60);
    expect(ages(720).length).toBeLessThan(45);
  });

  test('while it is open, with pauses up to six hours, and as it expires', () => {
    const ages = agesAsked('awaitingPlayer', { age: 0, checks: 0 });
    expect(ages).toHaveLength(50);
    expect(ages.slice(0, 7)).toEqual([0.5, 1.5, 3.5, 7.5, 15.5, 30, 62]);
    expect((ages.at(-1) ?? 0) - (ages.at(-2) ?? 0)).toBe(360);
  });
});

test('a status request without an outcome is retried with doubling pauses, up to a day', () => {
  const now = new Date();
  const pause = (check_count: number) =>
    (planRepeat({ check_count }, now).getTime() - now.getTime()) / minute;
  expect([0, 5, 11, 12, 2000].map(pause)).toEqual([0.5, 16, 1024, 1440, 1440]);
});
