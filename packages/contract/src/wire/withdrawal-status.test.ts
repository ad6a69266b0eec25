import { expect, test } from 'vitest';
import type { TransactionStatus } from './deposit-status.ts';
import {
  decodeWithdrawalWord,
  encodeWithdrawalPush,
  encodeWithdrawalWord,
  type WithdrawalStatus,
  type WithdrawalStatusWord,
  withdrawalStatuses,
  withdrawalStatusWordSchema,
} from './withdrawal-status.ts';

const rows: [WithdrawalStatus, 0 | 1 | 2, WithdrawalStatusWord, TransactionStatus][] = [
  ['created', 0, 'PENDING', 'accepted'],
  ['requested', 0, 'PENDING', 'accepted'],
  ['inReview', 0, 'PENDING', 'accepted'],
  ['approved', 0, 'PENDING', 'accepted'],
  ['sending', 0, 'SENDING', 'accepted'],
  ['sent', 0, 'SENDING', 'accepted'],
  ['unknown', 0, 'SENDING', 'accepted'],
  ['completed', 1, 'PAID', 'processed'],
  ['rejected', 2, 'REJECTED', 'declined'],
  ['canceled', 2, 'CANCELED', 'canceled'],
  ['failed', 2, 'FAILED', 'declined'],
  ['returned', 2, 'RETURNED', 'declined'],
];

test.each(rows)('%s: push %j, word %s, displayed as %s', (status, push, word, shown) => {
  expect(encodeWithdrawalPush(status)).toBe(push);
  expect(encodeWithdrawalWord(status)).toBe(word);
  expect(decodeWithdrawalWord(word)).toBe(shown);
});

test('covers every status and every word', () => {
  expect(rows.map(([status]) => status)).toEqual(withdrawalStatuses);
  expect(new Set(rows.map(([, , word]) => word))).toEqual(
    new Set(withdrawalStatusWordSchema.options),
  );
});
