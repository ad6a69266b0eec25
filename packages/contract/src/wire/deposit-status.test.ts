import { expect, test } from 'vitest';
import {
  type DepositStatus,
  type DepositStatusWord,
  decodePush,
  decodeStatus,
  decodeStatusQuery,
  depositStatuses,
  depositStatusWordSchema,
  encodePushStatus,
  encodeStatusWord,
  isReceived,
  type TransactionStatus,
} from './deposit-status.ts';

/** The table of design §4: status, push, word, and displayed status. */
const rows: [DepositStatus, 0 | 1 | 2 | null, DepositStatusWord, TransactionStatus][] = [
  ['created', 0, 'PENDING', 'waiting'],
  ['awaitingPlayer', 0, 'PENDING', 'waiting'],
  ['awaitingConfirmation', 0, 'PENDING', 'waiting'],
  ['parked', null, 'PENDING', 'accepted'],
  ['crediting', null, 'PENDING', 'accepted'],
  ['processed', 1, 'PAYED', 'processed'],
  ['declined', 2, 'DECLINED', 'declined'],
  ['failed', 2, 'DECLINED', 'declined'],
  ['canceled', 2, 'CANCELED', 'canceled'],
  ['autoCanceled', 2, 'AUTO_CANCELED', 'expired'],
];

test.each(rows)('%s: push %j, word %s, displayed as %s', (status, push, word, shown) => {
  expect(encodePushStatus(status)).toBe(push);
  expect(encodeStatusWord(status)).toBe(word);
  expect(decodeStatus({ status: word, isReceived: isReceived(status) })).toBe(shown);
});

test('covers every status and every word', () => {
  expect(rows.map(([status]) => status)).toEqual(depositStatuses);
  expect(new Set(rows.map(([, , word]) => word))).toEqual(new Set(depositStatusWordSchema.options));
});

test.each<[number, DepositStatusWord | undefined, DepositStatusWord | null]>([
  [0, undefined, 'PENDING'],
  [1, undefined, 'PAYED'],
  [2, undefined, 'DECLINED'],
  [2, 'CANCELED', 'CANCELED'],
  [3, 'PAYED', 'PAYED'],
  [3, undefined, null],
  [-1, undefined, null],
  [0.5, undefined, null],
  [Number.NaN, undefined, null],
])('decodes a push of %d with the word %s as %s', (status, word, said) => {
  expect(decodePush({ status, word })).toBe(said);
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
])('decodes status=%s as %j', (text, shown) => {
  expect(decodeStatusQuery(text)).toBe(shown);
});
