import type { Withdrawal } from '@kassa/contract';

/**
 * Returns whether a withdrawal is on its way: its provider or its chain has taken it. It may not have where the
 * outcome of the sending is unknown.
 */
export function isSent({
  status,
  sentAt,
  transaction,
}: Pick<Withdrawal, 'status' | 'sentAt' | 'transaction'>): boolean {
  return status === 'SENDING' && (sentAt !== undefined || transaction !== null);
}
