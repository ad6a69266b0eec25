import { expect, test } from 'vitest';
import { describeReturn } from './describe-return.ts';

// In the device's time zone, like the player's clock.
const now = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour: number) => ({
  reason: 'planned' as const,
  until: new Date(2026, 10, day, hour, 30).toISOString(),
});

test.each([
  ['the time alone for today', at(21, 14), 'en-GB', '14:30'],
  ['day and time for another day', at(22, 19), 'en-GB', '22 Nov, 19:30'],
  ['in the player’s language', at(21, 14), 'en-US', '2:30 PM'],
])('%s', (_, unavailable, locale, expected) => {
  expect(describeReturn(unavailable, locale, now)?.replace(/\s/g, ' ')).toBe(expected);
});

test.each([
  ['the time is unknown', { reason: 'bank' as const }],
  ['the hour has passed', at(21, 11)],
  ['the date is invalid', { reason: 'bank' as const, until: 'soon' }],
])('nothing where %s', (_, unavailable) => {
  expect(describeReturn(unavailable, 'en', now)).toBeNull();
});
