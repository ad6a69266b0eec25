import type { DepositStatus } from '@kassa/contract';

/** The statuses that arriving money can lead to from any status. */
const byMoney = ['crediting', 'processed', 'parked'] as const;
/** The statuses of a deposit that ends without money. */
const byEnding = ['declined', 'canceled', 'autoCanceled'] as const;

/**
 * The allowed transitions of a deposit. Evidence of money overrides every end: a deposit that ended
 * without money (declined, failed, canceled, expired) can still be processed (design §3.3), and a
 * processed deposit can be paid again.
 */
export const depositTransitions: Record<DepositStatus, readonly DepositStatus[]> = {
  created: ['awaitingPlayer', 'awaitingConfirmation', 'failed', ...byMoney, ...byEnding],
  // Repeated when the provider asks for fields and again when it has responded to them.
  awaitingPlayer: ['awaitingPlayer', 'awaitingConfirmation', ...byMoney, ...byEnding],
  awaitingConfirmation: [...byMoney, ...byEnding],
  // The operator's wallet has credited or refused the money.
  crediting: ['processed', 'parked'],
  // Declined if the operator returned the parked money.
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

/** The statuses of a deposit that still waits for the player or the provider. */
export const openStatuses: readonly DepositStatus[] = [
  'created',
  'awaitingPlayer',
  'awaitingConfirmation',
];

/** Whether the deposit still waits for the player or the provider. */
export function isOpen(status: DepositStatus): boolean {
  return openStatuses.includes(status);
}

/** The statuses of a deposit that waits for the player, the provider, the wallet or a person. */
export const unfinishedDepositStatuses: readonly DepositStatus[] = [
  ...openStatuses,
  'crediting',
  'parked',
];

/** Whether money arrived for the deposit, whatever its state. */
export function hasMoney(status: DepositStatus): boolean {
  return status === 'crediting' || status === 'processed' || status === 'parked';
}
