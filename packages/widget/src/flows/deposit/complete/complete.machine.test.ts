import type { DepositStatusWord, TransactionStatus } from '@kassa/contract';
import { expect, test } from 'vitest';
import {
  type CompleteEvent,
  pollDelayMs,
  reduceComplete,
  startComplete,
} from './complete.machine.ts';

const heard = (status: DepositStatusWord): CompleteEvent => ({
  kind: 'heard',
  news: { status, amount: '50.00', currency: 'EUR' },
});
const waitedLong: CompleteEvent = { kind: 'waitedLong' };

const rows: [TransactionStatus, CompleteEvent, TransactionStatus][] = [
  ['waiting', heard('PENDING'), 'waiting'],
  ['waiting', heard('PAYED'), 'processed'],
  ['waiting', heard('DECLINED'), 'declined'],
  ['waiting', heard('CANCELED'), 'canceled'],
  ['waiting', heard('AUTO_CANCELED'), 'expired'],
  ['waiting', waitedLong, 'accepted'],
  ['accepted', heard('PENDING'), 'accepted'],
  ['accepted', heard('PAYED'), 'processed'],
  ['accepted', heard('DECLINED'), 'declined'],
  ['declined', heard('PAYED'), 'processed'],
  ['canceled', heard('PAYED'), 'processed'],
  ['expired', heard('PAYED'), 'processed'],
  ['expired', heard('PENDING'), 'expired'],
  ['declined', waitedLong, 'declined'],
  ['processed', heard('PENDING'), 'processed'],
  ['processed', heard('DECLINED'), 'processed'],
  ['processed', waitedLong, 'processed'],
];

test.each(rows)('%s, then %j: %s', (status, event, after) => {
  expect(reduceComplete({ status, news: null }, event).status).toBe(after);
});

test('late news of a processed deposit does not take its amount away', () => {
  const news = {
    status: 'PAYED',
    amount: '50.00',
    currency: 'EUR',
    processingAmount: '40.00',
  } as const;
  expect(reduceComplete({ status: 'processed', news }, heard('PENDING')).news).toBe(news);
});

test('asks every 5 s for a minute, then ever more seldom, and stops when it is settled', () => {
  expect(pollDelayMs('waiting', 0)).toBe(5000);
  expect(pollDelayMs('waiting', 11)).toBe(5000);
  expect(pollDelayMs('accepted', 12)).toBe(10_000);
  expect(pollDelayMs('accepted', 40)).toBe(60_000);
  expect(pollDelayMs('declined', 1)).toBe(60_000);
  expect(pollDelayMs('processed', 1)).toBe(false);
});

test.each<[TransactionStatus, DepositStatusWord, TransactionStatus]>([
  ['accepted', 'PENDING', 'accepted'],
  ['accepted', 'PAYED', 'processed'],
  ['declined', 'PENDING', 'declined'],
  ['declined', 'CANCELED', 'canceled'],
  ['processed', 'PAYED', 'processed'],
  // That money arrived is the server's alone to say.
  ['processed', 'PENDING', 'accepted'],
  ['processed', 'DECLINED', 'declined'],
])(
  'an address that says %s shows it until the server, with %s, makes it %s',
  (claim, word, after) => {
    const start = startComplete(claim);
    expect(start.status).toBe(claim);
    const next = reduceComplete(start, heard(word));
    expect(next.status).toBe(after);
    expect(reduceComplete(next, heard('PAYED')).status).toBe('processed');
  },
);

test('without a word in the address it waits', () => {
  expect(startComplete(null).status).toBe('waiting');
});
