import { expect, test } from 'vitest';
import {
  type DepositStatus,
  type DepositStatusWord,
  decodePushStatus,
  decodeStatusQuery,
  decodeStatusWord,
  depositStatuses,
  depositStatusWordSchema,
  encodePushStatus,
  encodeStatusWord,
  type TransactionStatus,
} from './deposit-status.ts';

/** The table of design §4: state, push, word, and what a player is shown of the word. */
const rows: [DepositStatus, 0 | 1 | 2 | null, DepositStatusWord, TransactionStatus][] = [
  ['created', 0, 'PENDING', 'waiting'],
  ['awaitingPlayer', 0, 'PENDING', 'waiting'],
  ['awaitingConfirmation', 0, 'PENDING', 'waiting'],
  // On the wire like one that waits; the complete page makes it "accepted" by its timer (§4).
  ['parked', null, 'PENDING', 'waiting'],
  ['crediting', null, 'PENDING', 'waiting'],
  ['processed', 1, 'PAYED', 'processed'],
  ['declined', 2, 'DECLINED', 'declined'],
  ['failed', 2, 'DECLINED', 'declined'],
  ['canceled', 2, 'CANCELED', 'canceled'],
  ['autoCanceled', 2, 'AUTO_CANCELED', 'expired'],
];

test.each(rows)('%s: push %j, word %s, shown as %s', (status, push, word, shown) => {
  expect(encodePushStatus(status)).toBe(push);
  expect(encodeStatusWord(status)).toBe(word);
  expect(decodeStatusWord(word)).toBe(shown);
});

test('covers every state and every word', () => {
  expect(rows.map(([status]) => status)).toEqual(depositStatuses);
  expect(new Set(rows.map(([, , word]) => word))).toEqual(new Set(depositStatusWordSchema.options));
});

test.each([
  [0, 'waiting'],
  [1, 'processed'],
  [2, 'declined'],
  [3, 'accepted'],
  [-1, 'accepted'],
  [0.5, 'accepted'],
  [Number.NaN, 'accepted'],
])('shows the push %d as %s', (push, shown) => {
  expect(decodePushStatus(push)).toBe(shown);
});

test.each([
  ['waiting', 'waiting'],
  ['accepted', 'accepted'],
  ['processed', 'processed'],
  ['mistaked', 'declined'],
  ['declined', null],
  ['PAYED', null],
  ['__proto__', null],
  ['', null],
])('reads status=%s as %j', (text, shown) => {
  expect(decodeStatusQuery(text)).toBe(shown);
});
