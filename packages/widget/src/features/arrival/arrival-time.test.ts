import { expect, test } from 'vitest';
import { describeArrivalTime } from './arrival-time.ts';

const sentAtMs = new Date(2026, 10, 24, 17, 37).getTime();
const describe = (usualMinutes: number, locale = 'en-GB', laterMs = 0) =>
  describeArrivalTime({ sentAtMs, usualMinutes, nowMs: sentAtMs + laterMs, locale });

test.each([
  [60, '18:40'],
  [0, '17:40'],
  [1080, 'Wed 25 Nov, 11:40'],
  [2880, 'Thu 26 Nov'],
])('%i minutes from 17:37: by %s', (usualMinutes, time) => {
  expect(describe(usualMinutes)).toBe(time);
});

test('reads in the player’s language', () => {
  expect(describe(60, 'en-US')).toMatch(/^6:40\sPM$/);
  expect(describe(2880, 'de-DE')).toBe('Do., 26. Nov.');
});

test('is not said once it has passed', () => {
  expect(describe(60, 'en-GB', 64 * 60_000)).toBeNull();
});
