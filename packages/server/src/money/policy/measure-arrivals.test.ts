import { describe, expect, test } from 'vitest';
import { addClasses, arrivalBounds, medianSeconds } from './arrival-times.ts';
import { measureArrivals, unmeasured } from './measure-arrivals.ts';

/** Counts by the upper bound of their class in seconds. */
function classes(counts: Record<number, number>): number[] {
  return [...arrivalBounds, Number.POSITIVE_INFINITY].map((bound) => counts[bound] ?? 0);
}

describe('the median time', () => {
  test.each([
    [{}, null],
    [{ 60: 1 }, 60],
    [{ 30: 50, 3600: 50 }, 30],
    [{ 30: 50, 3600: 51 }, 3600],
    [{ 5: 1, [Number.POSITIVE_INFINITY]: 2 }, null],
  ])('of %j is %j', (counts, seconds) => {
    expect(medianSeconds(classes(counts))).toBe(seconds);
  });

  test('of classes that were never counted is unknown', () => {
    expect(medianSeconds([])).toBeNull();
    expect(addClasses([], [1, 2])).toEqual([1, 2]);
    expect(addClasses([1, 2], [3])).toEqual([4, 2]);
  });
});

const counts = {
  brandId: 'kassa',
  method: 'card',
  country: 'de',
  attempts: 100,
  credits: 97,
  arrivals: classes({ 60: 97 }),
};

/** Returns what is told of the method of these counts. */
function told(...rows: Partial<typeof counts>[]) {
  const measured = measureArrivals(rows.map((row) => ({ ...counts, ...row })));
  return (measured.get('kassa de') ?? unmeasured).byMethod.get('card');
}

describe('what is told of a method', () => {
  test('is the share of credited attempts and their median time', () => {
    expect(told({})).toEqual({ usualMinutes: 1, arrivesPercent: 97 });
  });

  test('is nothing below 50 attempts or 20 times', () => {
    expect(told({ attempts: 49, credits: 49 })).toBeUndefined();
    expect(told({ attempts: 50, credits: 49, arrivals: classes({ 60: 19 }) })).toBeUndefined();
    expect(told({ attempts: 50, credits: 49, arrivals: [] })).toBeUndefined();
  });

  test('has a share that is rounded down, so that 100% are all', () => {
    expect(told({ attempts: 1000, credits: 999 })).toMatchObject({ arrivesPercent: 99 });
    expect(told({ attempts: 1000, credits: 1000 })).toMatchObject({ arrivesPercent: 100 });
    expect(told({ attempts: 100, credits: 101 })).toMatchObject({ arrivesPercent: 100 });
  });

  test('is the time alone if the share is low', () => {
    expect(told({ credits: 95 })).toMatchObject({ arrivesPercent: 95 });
    expect(told({ credits: 94 })).toEqual({ usualMinutes: 1 });
  });

  test.each([
    [15, 0],
    [30, 1],
    [120, 2],
    [5 * 60, 5],
    [2 * 3600, 120],
  ])('is a time of up to %i s as %i min', (seconds, usualMinutes) => {
    expect(told({ arrivals: classes({ [seconds]: 97 }) })).toMatchObject({ usualMinutes });
  });

  test('joins the accounts of its routes', () => {
    const half = { attempts: 40, credits: 38, arrivals: classes({ 60: 38 }) };
    expect(told(half, half)).toEqual({ usualMinutes: 1, arrivesPercent: 95 });
  });
});

test('the key of a place changes with what is told, not with the counts or their order', () => {
  const key = (...rows: Partial<typeof counts>[]) =>
    measureArrivals(rows.map((row) => ({ ...counts, ...row }))).get('kassa de')?.key;
  const other = { method: 'wallet' };
  expect(key({}, other)).toBe(key(other, { attempts: 1000, credits: 971 }));
  expect(key({}, other)).not.toBe(key({ credits: 96 }, other));
});
