import { expect, test } from 'vitest';
import { bonusTone } from './bonus-tone.ts';

const toneOf = (id: string) => bonusTone({ id, type: 'deposit' });

test('numbered bonuses take the colours in turn', () => {
  const five = ['100', '101', '102', '103', '104'].map(toneOf);
  expect(five).toEqual(['pink', 'purple', 'blue', 'orange', 'pink']);
  expect(toneOf('7')).toBe('orange');
});

test.each(['welcome', '01937f65-44ee-7b55-8cd3-9f5b6a7c8d94', 'день', '🎁', ''])(
  'any id has a colour, the same each time: "%s"',
  (id) => {
    expect(['pink', 'purple', 'blue', 'orange']).toContain(toneOf(id));
    expect(toneOf(id)).toBe(toneOf(id));
  },
);

test('free spins have their own colour', () => {
  expect(bonusTone({ id: '100', type: 'freespin' })).toBe('freespin');
});
