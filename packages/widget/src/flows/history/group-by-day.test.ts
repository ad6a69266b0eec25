import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

const now = new Date(2026, 2, 1, 12, 0);
const at = (...parts: [number, number, number, number, number]) => ({
  createdAtMs: new Date(...parts).getTime(),
});

test('payments are listed under the day of their creation', () => {
  const days = groupByDay(
    [
      at(2026, 2, 1, 11, 59),
      at(2026, 2, 1, 0, 0),
      // The day before the first of March.
      at(2026, 1, 28, 23, 59),
      at(2026, 0, 5, 8, 0),
      at(2025, 11, 31, 8, 0),
    ],
    now,
  );
  expect(days.map(({ name, items }) => [name.kind, items.length])).toEqual([
    ['today', 2],
    ['yesterday', 1],
    ['date', 1],
    ['date', 1],
  ]);
  expect(days.map(({ name }) => name.kind === 'date' && name.isThisYear)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test('without payments there are no days', () => {
  expect(groupByDay([], now)).toEqual([]);
});
