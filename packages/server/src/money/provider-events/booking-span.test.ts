import { expect, test } from 'vitest';
import { resolveBookingSpan } from './booking-span.ts';

const span = (bookedAt: string, timeZone: string) => {
  const { from, to } = resolveBookingSpan(new Date(bookedAt), timeZone);
  return [from.toISOString(), to.toISOString()];
};

test('a time is a moment', () => {
  expect(span('2026-11-23T14:05:06.007Z', 'Asia/Tashkent')).toEqual([
    '2026-11-23T14:05:06.007Z',
    '2026-11-23T14:05:06.007Z',
  ]);
});

test.each([
  // A day without a zone is read as midnight in UTC.
  ['2026-11-23T00:00:00Z', 'UTC', '2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z'],
  ['2026-11-23T00:00:00Z', 'Asia/Tashkent', '2026-11-22T19:00:00.000Z', '2026-11-23T19:00:00.000Z'],
  ['2026-11-23T00:00:00Z', 'America/Lima', '2026-11-23T05:00:00.000Z', '2026-11-24T05:00:00.000Z'],
  // A day in the zone of the account.
  ['2026-11-22T19:00:00Z', 'Asia/Tashkent', '2026-11-22T19:00:00.000Z', '2026-11-23T19:00:00.000Z'],
  ['2026-11-22T18:30:00Z', 'Asia/Kolkata', '2026-11-22T18:30:00.000Z', '2026-11-23T18:30:00.000Z'],
  // The clocks change on these days.
  ['2026-10-25T00:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-03-29T00:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
])('%s in %s is a whole day there', (bookedAt, timeZone, from, to) => {
  expect(span(bookedAt, timeZone)).toEqual([from, to]);
});
