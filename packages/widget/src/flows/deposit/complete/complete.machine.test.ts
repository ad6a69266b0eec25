import {
  blockchains,
  cardViewTypes,
  type DepositStatusWord,
  type TransactionStatus,
} from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import {
  type ChainUpdate,
  type CompleteEvent,
  type CompleteState,
  type DepositUpdate,
  longWaitMs,
  pollDelayMs,
  reduceComplete,
  startComplete,
} from './complete.machine.ts';

const told = (status: DepositStatusWord, more: Partial<DepositUpdate> = {}): DepositUpdate => ({
  status,
  amount: '50.00',
  currency: 'EUR',
  ...more,
});
const heard = (status: DepositStatusWord, more?: Partial<DepositUpdate>): CompleteEvent => ({
  kind: 'updated',
  update: told(status, more),
});
const heardUnknown: CompleteEvent = { kind: 'heardUnknown' };
const waitedLong: CompleteEvent = { kind: 'waitedLong' };
const blockPassed: CompleteEvent = { kind: 'blockPassed' };
const at = (status: TransactionStatus): CompleteState => ({
  status,
  update: null,
  confirmations: 0,
});
const enter = (claim: TransactionStatus | null) =>
  startComplete({ depositId: 'deposit-1', claim, stored: null });

/** Every status, and what each event makes of it. */
const rows: [TransactionStatus, CompleteEvent, TransactionStatus][] = [
  ['waiting', heard('PENDING'), 'waiting'],
  ['waiting', heard('PAYED'), 'processed'],
  ['waiting', heard('DECLINED'), 'declined'],
  ['waiting', heard('CANCELED'), 'canceled'],
  ['waiting', heard('AUTO_CANCELED'), 'expired'],
  ['waiting', heardUnknown, 'accepted'],
  ['waiting', waitedLong, 'accepted'],
  ['waiting', blockPassed, 'waiting'],
  ['accepted', heard('PENDING'), 'accepted'],
  ['accepted', heard('PAYED'), 'processed'],
  ['accepted', heard('DECLINED'), 'declined'],
  ['accepted', heard('CANCELED'), 'canceled'],
  ['accepted', heard('AUTO_CANCELED'), 'expired'],
  ['accepted', heardUnknown, 'accepted'],
  ['accepted', waitedLong, 'accepted'],
  ['accepted', blockPassed, 'accepted'],
  ['declined', heard('PENDING'), 'declined'],
  ['declined', heard('PAYED'), 'processed'],
  ['declined', heard('DECLINED'), 'declined'],
  ['declined', heard('CANCELED'), 'declined'],
  ['declined', heard('AUTO_CANCELED'), 'declined'],
  ['declined', heardUnknown, 'declined'],
  ['declined', waitedLong, 'declined'],
  ['declined', blockPassed, 'declined'],
  ['canceled', heard('PENDING'), 'canceled'],
  ['canceled', heard('PAYED'), 'processed'],
  ['canceled', heard('DECLINED'), 'canceled'],
  ['canceled', heard('CANCELED'), 'canceled'],
  ['canceled', heard('AUTO_CANCELED'), 'canceled'],
  ['canceled', heardUnknown, 'canceled'],
  ['canceled', waitedLong, 'canceled'],
  ['canceled', blockPassed, 'canceled'],
  ['expired', heard('PENDING'), 'expired'],
  ['expired', heard('PAYED'), 'processed'],
  ['expired', heard('DECLINED'), 'expired'],
  ['expired', heard('CANCELED'), 'expired'],
  ['expired', heard('AUTO_CANCELED'), 'expired'],
  ['expired', heardUnknown, 'expired'],
  ['expired', waitedLong, 'expired'],
  ['expired', blockPassed, 'expired'],
  ['processed', heard('PENDING'), 'processed'],
  ['processed', heard('PAYED'), 'processed'],
  ['processed', heard('DECLINED'), 'processed'],
  ['processed', heard('CANCELED'), 'processed'],
  ['processed', heard('AUTO_CANCELED'), 'processed'],
  ['processed', heardUnknown, 'processed'],
  ['processed', waitedLong, 'processed'],
  ['processed', blockPassed, 'processed'],
];

test.each(rows)('%s, then %j: %s', (status, event, after) => {
  expect(reduceComplete(at(status), event).status).toBe(after);
});

test.each<[TransactionStatus, DepositUpdate]>([
  ['processed', told('PAYED', { processingAmount: '40.00' })],
  ['declined', told('DECLINED', { declineReason: 'expiredCard' })],
  ['canceled', told('CANCELED', { reference: 'KS-1' })],
  ['expired', told('AUTO_CANCELED', { reference: 'KS-1' })],
])(
  'late update of a deposit that is %s takes nothing away that is known of it',
  (status, update) => {
    const state = { ...at(status), update };
    expect(reduceComplete(state, heard('PENDING'))).toBe(state);
  },
);

test('a push, which says less, leaves what was known besides', () => {
  const chain = { blockchain: 'TRON', txid: 'abc', confirmations: 3 } as const;
  const known = reduceComplete(at('waiting'), heard('PENDING', { reference: 'KS-1', chain }));
  expect(reduceComplete(known, heard('PENDING')).update).toMatchObject({
    reference: 'KS-1',
    chain,
  });
  const declined = reduceComplete(
    at('waiting'),
    heard('DECLINED', { declineReason: 'expiredCard' }),
  );
  expect(reduceComplete(declined, heard('DECLINED')).update?.declineReason).toBe('expiredCard');
  expect(reduceComplete(declined, heard('PAYED')).update?.declineReason).toBeUndefined();
});

test('asks every 5 s for a minute, then ever more seldom, and stops when it is settled', () => {
  expect(pollDelayMs('waiting', 0)).toBe(5000);
  expect(pollDelayMs('waiting', 11)).toBe(5000);
  expect(pollDelayMs('accepted', 12)).toBe(10_000);
  expect(pollDelayMs('accepted', 40)).toBe(60_000);
  expect(pollDelayMs('declined', 1)).toBe(60_000);
  expect(pollDelayMs('processed', 1)).toBe(false);
});

test('a minute is a long wait, and five for a purchase of crypto', () => {
  expect(longWaitMs(undefined)).toBe(60_000);
  expect(longWaitMs({ cardViewType: cardViewTypes.card })).toBe(60_000);
  expect(longWaitMs({ cardViewType: cardViewTypes.onramp })).toBe(300_000);
});

describe('on entry', () => {
  test.each<[TransactionStatus, DepositStatusWord, TransactionStatus]>([
    ['waiting', 'PENDING', 'waiting'],
    ['accepted', 'PENDING', 'accepted'],
    ['accepted', 'PAYED', 'processed'],
    ['declined', 'PENDING', 'declined'],
    ['declined', 'CANCELED', 'canceled'],
    ['processed', 'PAYED', 'processed'],
    ['processed', 'PENDING', 'accepted'],
    ['processed', 'DECLINED', 'declined'],
  ])(
    'an address that says %s shows it until the server, with %s, makes it %s',
    (claim, word, after) => {
      const start = enter(claim);
      // That money arrived is the server's alone to say.
      expect(start.status).toBe(claim === 'processed' ? 'accepted' : claim);
      const next = reduceComplete(start, heard(word));
      expect(next.status).toBe(after);
      expect(reduceComplete(next, heard('PAYED')).status).toBe('processed');
    },
  );

  test('money that is there is not waited for, whatever the address says', () => {
    const received = { kind: 'updated', update: { ...told('PENDING'), isReceived: true } } as const;
    for (const claim of [null, 'waiting', 'declined'] as const) {
      expect(reduceComplete(enter(claim), received).status).toBe('accepted');
    }
    // A push says less than an answer.
    const accepted = reduceComplete(enter(null), received);
    expect(reduceComplete(accepted, heard('PENDING')).update).toMatchObject({ isReceived: true });
  });

  test('without a word in the address it waits', () => {
    expect(enter(null)).toEqual(at('waiting'));
  });

  test('what is known of this deposit counts, and of another one not', () => {
    const stored = { ...told('DECLINED'), depositId: 'deposit-1' };
    const entry = { depositId: 'deposit-1', claim: null, stored };
    expect(startComplete(entry)).toMatchObject({ status: 'declined', update: { amount: '50.00' } });
    expect(startComplete({ ...entry, depositId: 'deposit-2' })).toEqual(at('waiting'));
  });

  test('what is known is more than what the address says', () => {
    const stored = { ...told('DECLINED'), depositId: 'deposit-1' };
    const entry = { depositId: 'deposit-1', claim: 'processed', stored } as const;
    expect(startComplete(entry)).toMatchObject({ status: 'declined' });
    const waiting = { ...told('PENDING'), depositId: 'deposit-1' };
    expect(startComplete({ ...entry, stored: waiting }).status).toBe('accepted');
    expect(startComplete({ ...entry, claim: 'accepted', stored: waiting }).status).toBe('accepted');
  });
});

describe('a payment in crypto', () => {
  const required = blockchains.ETHEREUM.confirmations;
  const onChain = (confirmations: number, more: Partial<ChainUpdate> = {}) =>
    heard('PENDING', {
      chain: { blockchain: 'ETHEREUM', txid: '0xabc', confirmations, ...more },
    });
  const run = (...events: CompleteEvent[]) => events.reduce(reduceComplete, enter(null));

  test.each<[string, CompleteEvent[], number, TransactionStatus]>([
    ['begins with the chain’s count', [onChain(3)], 3, 'waiting'],
    ['rises with it', [onChain(3), onChain(7)], 7, 'waiting'],
    ['rises by itself in between', [onChain(3), blockPassed, blockPassed], 5, 'waiting'],
    [
      'does not fall back to a chain that is behind',
      [onChain(3), blockPassed, blockPassed, onChain(4)],
      5,
      'waiting',
    ],
    ['goes on from a chain that is ahead', [onChain(3), blockPassed, onChain(9)], 9, 'waiting'],
    ['falls where the chain itself does', [onChain(6), blockPassed, onChain(2)], 2, 'waiting'],
    [
      'begins anew with another transaction',
      [onChain(6), onChain(8, { txid: '0xdef' }), blockPassed, onChain(1, { txid: '0x123' })],
      1,
      'waiting',
    ],
    [
      'never reaches the last by itself',
      [onChain(required - 2), blockPassed, blockPassed, blockPassed],
      required - 1,
      'waiting',
    ],
    [
      'is accepted once the chain has them all',
      [onChain(required - 1), onChain(required)],
      required,
      'accepted',
    ],
    ['more than all change nothing', [onChain(required), onChain(99)], 99, 'accepted'],
    [
      'stands still once it no longer waits',
      [onChain(2), heard('DECLINED'), blockPassed],
      2,
      'declined',
    ],
    ['is accepted where nobody knows what is said', [onChain(2), heardUnknown], 2, 'accepted'],
    ['waits for its blocks however long', [onChain(2), waitedLong], 2, 'waiting'],
    ['of which nothing was seen has no count', [blockPassed, heard('PENDING')], 0, 'waiting'],
    ['seen after a long wait stays accepted', [waitedLong, onChain(4)], 4, 'accepted'],
    ['and then counts by the chain alone', [waitedLong, onChain(4), blockPassed], 4, 'accepted'],
    ['is processed when it is credited', [onChain(4), heard('PAYED')], 4, 'processed'],
  ])('%s', (_, events, confirmations, status) => {
    expect(run(...events)).toMatchObject({ confirmations, status });
  });

  test('that was known before goes on where it stood', () => {
    const chain = { blockchain: 'TRON', txid: 'a', confirmations: 19 } as const;
    const stored = { ...told('PENDING', { chain }), depositId: 'deposit-1' };
    const start = startComplete({ depositId: 'deposit-1', claim: null, stored });
    expect(start).toMatchObject({ status: 'waiting', confirmations: 19 });
    expect(reduceComplete(start, blockPassed)).toBe(start);
  });
});
