import * as z from 'zod/mini';
import type { TransactionStatus } from './deposit-status.ts';

/**
 * The only mapping between the server's withdrawal statuses and the client's values, like
 * `deposit-status.ts` for deposits: the push's number and the word of the `withdrawal-status` call.
 */
const table = {
  /** Requested; the operator's wallet hasn't confirmed the hold yet. */
  created: { push: 0, word: 'PENDING' },
  /** The money is held. */
  requested: { push: 0, word: 'PENDING' },
  inReview: { push: 0, word: 'PENDING' },
  approved: { push: 0, word: 'PENDING' },
  sending: { push: 0, word: 'SENDING' },
  sent: { push: 0, word: 'SENDING' },
  /** The provider was asked, and its outcome is unknown. */
  unknown: { push: 0, word: 'SENDING' },
  completed: { push: 1, word: 'PAID' },
  rejected: { push: 2, word: 'REJECTED' },
  canceled: { push: 2, word: 'CANCELED' },
  failed: { push: 2, word: 'FAILED' },
  /** Paid, and the money was returned. */
  returned: { push: 2, word: 'RETURNED' },
} as const satisfies Record<string, { push: 0 | 1 | 2; word: WithdrawalStatusWord }>;

/** The server's withdrawal statuses. */
export type WithdrawalStatus = keyof typeof table;

export const withdrawalStatuses = Object.keys(table) as WithdrawalStatus[];

export const withdrawalStatusWordSchema = z.enum([
  'PENDING',
  'SENDING',
  'PAID',
  'REJECTED',
  'CANCELED',
  'FAILED',
  'RETURNED',
]);

export type WithdrawalStatusWord = z.infer<typeof withdrawalStatusWordSchema>;

/** Returns the push's number for a status. */
export function encodeWithdrawalPush(status: WithdrawalStatus): 0 | 1 | 2 {
  return table[status].push;
}

export function encodeWithdrawalWord(status: WithdrawalStatus): WithdrawalStatusWord {
  return table[status].word;
}

const shownByWord: Record<WithdrawalStatusWord, TransactionStatus> = {
  PENDING: 'accepted',
  SENDING: 'accepted',
  PAID: 'processed',
  REJECTED: 'declined',
  CANCELED: 'canceled',
  FAILED: 'declined',
  RETURNED: 'declined',
};

/** Returns the displayed status of a withdrawal; a new one is accepted (§4). */
export function decodeWithdrawalWord(word: WithdrawalStatusWord): TransactionStatus {
  return shownByWord[word];
}
