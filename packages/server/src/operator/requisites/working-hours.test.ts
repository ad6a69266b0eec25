import { describe, expect, test } from 'vitest';
import { timeZoneSchema } from '../../ground/local-time.ts';
import {
  decodeHours,
  encodeHours,
  isWithinHours,
  localDay,
  workingHoursSchema,
} from './working-hours.ts';

test.each(['09:00-23:30', '22:00-06:00', '00:00-23:59', '09:00-00:00'])('%s is kept', (hours) => {
  expect(workingHoursSchema.safeParse(hours).success).toBe(true);
  expect(encodeHours(decodeHours(hours))).toBe(hours);
});

test('without hours an account works always', () => {
  expect(encodeHours(decodeHours(null))).toBeNull();
  expect(isWithinHours(new Date(), { ...decodeHours(null), time_zone: 'UTC' })).toBe(true);
});

test.each(['9:00-23:30', '09:00', '09:00-24:00', '09:60-10:00', '09:00-09:00', '09:00 - 10:00'])(
  '%s is refused',
  (hours) => {
    expect(workingHoursSchema.safeParse(hours).success).toBe(false);
  },
);

test.each(['UTC', 'Asia/Tashkent', 'America/Argentina/Buenos_Aires'])('%s is a zone', (name) => {
  expect(timeZoneSchema.safeParse(name).success).toBe(true);
});

test.each(['', '+05:00', 'Tashkent', 'Asia/Nowhere', '5'])('%s is no zone', (name) => {
  expect(timeZoneSchema.safeParse(name).success).toBe(false);
});

describe('a moment', () => {
  const isWithin = (time: string, hours: string, time_zone = 'UTC') =>
    isWithinHours(new Date(`2026-11-23T${time}Z`), { ...decodeHours(hours), time_zone });

  test('is within the hours from the first minute to the one before the last', () => {
    const times = ['08:59', '09:00', '23:29:59', '23:30'];
    expect(times.map((time) => isWithin(time, '09:00-23:30'))).toEqual([false, true, true, false]);
  });

  test('is within hours that pass midnight', () => {
    const times = ['21:59', '22:00', '00:00', '05:59', '06:00'];
    const expected = [false, true, true, true, false];
    expect(times.map((time) => isWithin(time, '22:00-06:00'))).toEqual(expected);
  });

  test('is read in the time zone', () => {
    expect(isWithin('20:00', '09:00-23:30', 'UTC')).toBe(true);
    expect(isWithin('20:00', '09:00-23:30', 'Asia/Tashkent')).toBe(false);
  });

  test('has the day of the time zone', () => {
    const now = new Date('2026-11-23T20:00:00Z');
    expect(localDay(now, { time_zone: 'Asia/Tashkent' })).toBe('2026-11-24');
    expect(localDay(now, { time_zone: 'UTC' })).toBe('2026-11-23');
  });
});
