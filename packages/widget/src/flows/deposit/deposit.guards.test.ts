import { expect, test } from 'vitest';
import { requireDeposit, requireGroup, requireMethod } from './deposit.guards.ts';

test.each([
  [{ method: undefined, chosenMethod: null }, '/deposit'],
  [{ method: 'card', chosenMethod: null }, null],
  [{ method: undefined, chosenMethod: 'card' }, null],
])('a method screen entered with %j leads to %s', (place, target) => {
  expect(requireMethod(place)).toBe(target);
});

test('a deposit and a group are needed for their screens', () => {
  expect(requireDeposit({ depositId: undefined })).toBe('/deposit');
  expect(requireDeposit({ depositId: 'd1' })).toBeNull();
  expect(requireGroup({ group: undefined })).toBe('/deposit');
  expect(requireGroup({ group: 'cards' })).toBeNull();
});
