import { type RefundStatus, refundStatuses } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import {
  canMoveRefund,
  hasEndedUndone,
  openRefundStatuses,
  refundTransitions,
} from './refund.machine.ts';

function reachableFrom(start: RefundStatus): Set<RefundStatus> {
  const reached = new Set<RefundStatus>([start]);
  for (const status of reached) for (const next of refundTransitions[status]) reached.add(next);
  return reached;
}

describe('the refund machine', () => {
  test('reaches every state from "created"', () => {
    expect([...reachableFrom('created')].sort()).toEqual([...refundStatuses].sort());
  });

  test('sends again only if the provider certainly did nothing', () => {
    const before = (to: RefundStatus) => refundStatuses.filter((it) => canMoveRefund(it, to));
    expect(before('sending')).toEqual(['approved']);
    expect(before('approved').sort()).toEqual(['created', 'sending']);
  });

  test('gives the money back only from a state that holds it', () => {
    for (const status of refundStatuses.filter((it) => canMoveRefund(it, 'failed'))) {
      expect(openRefundStatuses).toContain(status);
      expect(status).not.toBe('created');
    }
  });

  test('leaves an ended state only for a refund that was done after all', () => {
    expect(refundTransitions.completed).toEqual([]);
    for (const status of refundStatuses.filter(hasEndedUndone)) {
      expect(refundTransitions[status]).toEqual(['completed']);
    }
  });
});
