import { expect, test } from 'vitest';
import { describeDue } from './describe-due.ts';

const dueAt = '2026-11-25T15:40:00Z';
const before = (minutes: number) => Date.parse(dueAt) - minutes * 60_000;

test.each([
  [72 * 60, 'in 3 days'],
  [24 * 60, 'in 24 hours'],
  [119, 'in 119 minutes'],
  [1, 'in 1 minute'],
  [0.2, 'in 1 minute'],
])('%s minutes before: %s', (minutes, left) => {
  expect(describeDue(dueAt, before(minutes), 'en')).toMatchObject({ left, isOver: false });
});

test('the time is in the player’s time zone and language', () => {
  const format = new Intl.DateTimeFormat('ar', { dateStyle: 'medium', timeStyle: 'short' });
  const { time } = describeDue(dueAt, before(60), 'ar');
  expect(time).toBe(format.format(new Date(dueAt)));
});

test('is over at its time', () => {
  expect(describeDue(dueAt, before(0), 'en').isOver).toBe(true);
});
