import * as z from 'zod/mini';
import type { TransactionStatus } from './deposit-status.ts';

/**
 * The one table between the server's withdrawal states and the client's vocabularies, as
 * `deposit-status.ts` is for deposits: the push's number and the `withdrawal-status` call's word.
 */
const table = {
  /** Asked for; the operator's wallet has not said yet that it holds the money. */
  created: { push: 0, word: 'PENDING' },
  /** The money is held. */
  requested: { push: 0, word: 'PENDING' },
  inReview: { push: 0, word: 'PENDING' },
  approved: { push: 0, word: 'PENDING' },
  sending: { push: 0, word: 'SENDING' },
  sent: { push: 0, word: 'SENDING' },
  /** The provider was asked, and nobody knows yet what it did. */
  unknown: { push: 0, word: 'SENDING' },
  completed: { push: 1, word: 'PAID' },
  rejected: { push: 2, word: 'REJECTED' },
  canceled: { push: 2, word: 'CANCELED' },
  failed: { push: 2, word: 'FAILED' },
  /** Paid, and the money came back. */
  returned: { push: 2, word: 'RETURNED' },
} as const satisfies Record<string, { push: 0 | 1 | 2; word: WithdrawalStatusWord }>;

/** The server's withdrawal states. */
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

/** The push's number for a state. */
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

/** What a player is shown of a withdrawal; it begins as accepted (§4). */
export function decodeWithdrawalWord(word: WithdrawalStatusWord): TransactionStatus {
  return shownByWord[word];
}
