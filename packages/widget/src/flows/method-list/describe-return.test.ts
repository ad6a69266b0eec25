import { expect, test } from 'vitest';
import { describeReturn } from './describe-return.ts';

// In the device's time zone, like the player's clock.
const now = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour: number) => ({
  reason: 'planned' as const,
  until: new Date(2026, 10, day, hour, 30).toISOString(),
});

test.each([
  ['the time alone where it is today', at(21, 14), 'en-GB', '14:30'],
  ['the day as well where it is not', at(22, 19), 'en-GB', '22 Nov, 19:30'],
  ['as the player’s language writes it', at(21, 14), 'en-US', '2:30 PM'],
])('%s', (_, unavailable, locale, expected) => {
  expect(describeReturn(unavailable, locale, now)?.replace(/\s/g, ' ')).toBe(expected);
});

test.each([
  ['nobody knows', { reason: 'bank' as const }],
  ['the hour has passed', at(21, 11)],
  ['it is no date', { reason: 'bank' as const, until: 'soon' }],
])('nothing where %s', (_, unavailable) => {
  expect(describeReturn(unavailable, 'en', now)).toBeNull();
});
