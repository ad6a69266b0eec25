import { type WithdrawalStatus, withdrawalStatuses } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import {
  canMoveWithdrawal,
  hasEndedUnpaid,
  isCancelable,
  isSettled,
  withdrawalTransitions,
} from './withdrawal.machine.ts';

function reachableFrom(start: WithdrawalStatus): Set<WithdrawalStatus> {
  const reached = new Set<WithdrawalStatus>([start]);
  for (const status of reached) {
    for (const next of withdrawalTransitions[status]) reached.add(next);
  }
  return reached;
}

describe('the withdrawal machine', () => {
  test('reaches every state from "created"', () => {
    expect([...reachableFrom('created')].sort()).toEqual([...withdrawalStatuses].sort());
  });

  test('sends again only if the provider certainly did nothing, or after a review', () => {
    for (const status of withdrawalStatuses.filter((it) => canMoveWithdrawal(it, 'sending'))) {
      expect(status).toBe('approved');
    }
    const before = withdrawalStatuses.filter((it) => canMoveWithdrawal(it, 'approved'));
    expect(before.sort()).toEqual(['inReview', 'requested', 'sending']);
    expect(withdrawalTransitions.unknown).not.toContain('approved');
  });

  test('lets the player cancel only before a provider was asked', () => {
    for (const status of withdrawalStatuses) {
      const [paying, held] = [{ arePayoutsHeld: false }, { arePayoutsHeld: true }];
      expect(isCancelable({ status, send_count: 1 }, paying)).toBe(false);
      expect(isCancelable({ status, send_count: 0 }, held)).toBe(false);
      const isWaiting = ['requested', 'inReview', 'approved'].includes(status);
      expect(isCancelable({ status, send_count: 0 }, paying)).toBe(isWaiting);
    }
  });

  test('leaves a settled state only on evidence that money moved', () => {
    for (const status of withdrawalStatuses.filter(isSettled)) {
      for (const next of withdrawalTransitions[status]) {
        expect(['completed', 'returned']).toContain(next);
      }
    }
  });

  test('can still book a withdrawal as paid that ended unpaid', () => {
    for (const status of withdrawalStatuses.filter(hasEndedUnpaid)) {
      expect(withdrawalTransitions[status]).toEqual(['completed', 'returned']);
    }
  });
});
