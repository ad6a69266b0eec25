import { depositStatuses } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import { canMove, depositTransitions, isOpen } from './deposit.machine.ts';

describe('the deposit machine', () => {
  test('reaches every state from "created"', () => {
    const reached = new Set(['created']);
    for (const status of reached) {
      for (const next of depositTransitions[status as keyof typeof depositTransitions]) {
        reached.add(next);
      }
    }
    expect([...reached].sort()).toEqual([...depositStatuses].sort());
  });

  test('accepts money in every state, also through a wallet', () => {
    for (const status of depositStatuses) {
      expect(canMove(status, 'processed')).toBe(true);
    }
    expect(depositTransitions.processed).toEqual(['processed']);
  });

  test('never reopens a deposit that has ended', () => {
    for (const status of depositStatuses.filter((it) => !isOpen(it))) {
      expect(depositTransitions[status].filter(isOpen)).toEqual([]);
    }
  });
});
