import { expect, test } from 'vitest';
import { type BonusStatus, bonusTransitions, canMoveBonus } from './bonus.machine.ts';

const statuses = Object.keys(bonusTransitions) as BonusStatus[];

test('every state can be reached from an offer', () => {
  const reached = new Set<BonusStatus>(['offered']);
  for (const status of reached) for (const next of bonusTransitions[status]) reached.add(next);
  expect([...reached].sort()).toEqual([...statuses].sort());
});

test('a bonus is accrued only while it is offered', () => {
  expect(statuses.filter((status) => canMoveBonus(status, 'accrued'))).toEqual(['offered']);
});
