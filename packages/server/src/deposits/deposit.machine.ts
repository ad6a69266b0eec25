import type { DepositStatus } from '@kassa/contract';

/**
 * Where a deposit may go from each state. Money decides: whatever ended without money (declined,
 * failed, canceled, expired) can still be processed when evidence of money comes (design §3.3), and
 * a processed one can be paid again.
 */
export const depositTransitions: Record<DepositStatus, readonly DepositStatus[]> = {
  created: [
    'awaitingPlayer',
    'awaitingConfirmation',
    'processed',
    'parked',
    'declined',
    'failed',
    'canceled',
    'autoCanceled',
  ],
  awaitingPlayer: ['processed', 'parked', 'declined', 'canceled', 'autoCanceled'],
  awaitingConfirmation: ['processed', 'parked', 'declined', 'canceled', 'autoCanceled'],
  parked: ['processed'],
  processed: ['processed'],
  declined: ['processed', 'parked'],
  failed: ['processed', 'parked'],
  canceled: ['processed', 'parked'],
  autoCanceled: ['processed', 'parked'],
};

export function canMove(from: DepositStatus, to: DepositStatus): boolean {
  return depositTransitions[from].includes(to);
}

/** Whether the deposit still waits for the player or the provider. */
export function isOpen(status: DepositStatus): boolean {
  return status === 'created' || status === 'awaitingPlayer' || status === 'awaitingConfirmation';
}
