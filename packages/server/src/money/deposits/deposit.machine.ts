import type { DepositStatus } from '@kassa/contract';

/** Where money on its way, or here, may take a deposit from any state. */
const byMoney = ['crediting', 'processed', 'parked'] as const;
/** How a deposit ends without money. */
const byEnding = ['declined', 'canceled', 'autoCanceled'] as const;

/**
 * Where a deposit may go from each state. Money decides: whatever ended without money (declined,
 * failed, canceled, expired) can still be processed when evidence of money comes (design §3.3), and
 * a processed one can be paid again.
 */
export const depositTransitions: Record<DepositStatus, readonly DepositStatus[]> = {
  created: ['awaitingPlayer', 'awaitingConfirmation', 'failed', ...byMoney, ...byEnding],
  // Asked for more, and again once the provider has answered to it.
  awaitingPlayer: ['awaitingPlayer', 'awaitingConfirmation', ...byMoney, ...byEnding],
  awaitingConfirmation: [...byMoney, ...byEnding],
  // The operator's wallet took it, or will not take it.
  crediting: ['processed', 'parked'],
  // Declined where the operator sent the parked money back.
  parked: ['crediting', 'processed', 'declined'],
  processed: ['processed'],
  declined: [...byMoney],
  failed: [...byMoney],
  canceled: [...byMoney],
  autoCanceled: [...byMoney],
};

export function canMove(from: DepositStatus, to: DepositStatus): boolean {
  return depositTransitions[from].includes(to);
}

/** Whether the deposit still waits for the player or the provider. */
export function isOpen(status: DepositStatus): boolean {
  return status === 'created' || status === 'awaitingPlayer' || status === 'awaitingConfirmation';
}

/** Whether money came for the deposit, wherever it is by now. */
export function hasMoney(status: DepositStatus): boolean {
  return status === 'crediting' || status === 'processed' || status === 'parked';
}
