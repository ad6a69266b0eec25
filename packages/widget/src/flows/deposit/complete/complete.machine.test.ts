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

const updateOf = (status: DepositStatusWord, more: Partial<DepositUpdate> = {}): DepositUpdate => ({
  status,
  amount: '50.00',
  currency: 'EUR',
  ...more,
});
const updated = (status: DepositStatusWord, more?: Partial<DepositUpdate>): CompleteEvent => ({
  kind: 'updated',
  update: updateOf(status, more),
});
const unknownPushed: CompleteEvent = { kind: 'unknownPushed' };
const reported: CompleteEvent = { kind: 'reported' };
const waitedLong: CompleteEvent = { kind: 'waitedLong' };
const blockPassed: CompleteEvent = { kind: 'blockPassed' };
const at = (status: TransactionStatus): CompleteState => ({
  status,
  update: null,
  confirmations: 0,
});
const enter = (addressStatus: TransactionStatus | null) =>
  startComplete({ depositId: 'deposit-1', addressStatus, stored: null });

/** Every status, and the status after each event. */
const rows: [TransactionStatus, CompleteEvent, TransactionStatus][] = [
  ['waiting', updated('PENDING'), 'waiting'],
  ['waiting', updated('PAYED'), 'processed'],
  ['waiting', updated('DECLINED'), 'declined'],
  ['waiting', updated('CANCELED'), 'canceled'],
  ['waiting', updated('AUTO_CANCELED'), 'expired'],
  ['waiting', unknownPushed, 'accepted'],
  ['waiting', reported, 'accepted'],
  ['waiting', waitedLong, 'accepted'],
  ['waiting', blockPassed, 'waiting'],
  ['accepted', updated('PENDING'), 'accepted'],
  ['accepted', updated('PAYED'), 'processed'],
  ['accepted', updated('DECLINED'), 'declined'],
  ['accepted', updated('CANCELED'), 'canceled'],
  ['accepted', updated('AUTO_CANCELED'), 'expired'],
  ['accepted', unknownPushed, 'accepted'],
  ['accepted', reported, 'accepted'],
  ['accepted', waitedLong, 'accepted'],
  ['accepted', blockPassed, 'accepted'],
  ['declined', updated('PENDING'), 'declined'],
  ['declined', updated('PAYED'), 'processed'],
  ['declined', updated('DECLINED'), 'declined'],
  ['declined', updated('CANCELED'), 'declined'],
  ['declined', updated('AUTO_CANCELED'), 'declined'],
  ['declined', unknownPushed, 'declined'],
  ['declined', reported, 'declined'],
  ['declined', waitedLong, 'declined'],
  ['declined', blockPassed, 'declined'],
  ['canceled', updated('PENDING'), 'canceled'],
  ['canceled', updated('PAYED'), 'processed'],
  ['canceled', updated('DECLINED'), 'canceled'],
  ['canceled', updated('CANCELED'), 'canceled'],
  ['canceled', updated('AUTO_CANCELED'), 'canceled'],
  ['canceled', unknownPushed, 'canceled'],
  ['canceled', reported, 'canceled'],
  ['canceled', waitedLong, 'canceled'],
  ['canceled', blockPassed, 'canceled'],
  ['expired', updated('PENDING'), 'expired'],
  ['expired', updated('PAYED'), 'processed'],
  ['expired', updated('DECLINED'), 'expired'],
  ['expired', updated('CANCELED'), 'expired'],
  ['expired', updated('AUTO_CANCELED'), 'expired'],
  ['expired', unknownPushed, 'expired'],
  ['expired', reported, 'expired'],
  ['expired', waitedLong, 'expired'],
  ['expired', blockPassed, 'expired'],
  ['processed', updated('PENDING'), 'processed'],
  ['processed', updated('PAYED'), 'processed'],
  ['processed', updated('DECLINED'), 'processed'],
  ['processed', updated('CANCELED'), 'processed'],
  ['processed', updated('AUTO_CANCELED'), 'processed'],
  ['processed', unknownPushed, 'processed'],
  ['processed', reported, 'processed'],
  ['processed', waitedLong, 'processed'],
  ['processed', blockPassed, 'processed'],
];

test.each(rows)('%s, then %j: %s', (status, event, after) => {
  expect(reduceComplete(at(status), event).status).toBe(after);
});

test.each<[TransactionStatus, DepositUpdate]>([
  ['processed', updateOf('PAYED', { processingAmount: '40.00' })],
  ['declined', updateOf('DECLINED', { declineReason: 'expiredCard' })],
  ['canceled', updateOf('CANCELED', { reference: 'KS-1' })],
  ['expired', updateOf('AUTO_CANCELED', { reference: 'KS-1' })],
])('a late update of a deposit that is %s removes nothing that is known', (status, update) => {
  const state = { ...at(status), update };
  expect(reduceComplete(state, updated('PENDING'))).toBe(state);
});

test('a push holds less than a response: the other values stay', () => {
  const chain = { blockchain: 'TRON', txid: 'abc', confirmations: 3 } as const;
  const known = reduceComplete(at('waiting'), updated('PENDING', { reference: 'KS-1', chain }));
  expect(reduceComplete(known, updated('PENDING')).update).toMatchObject({
    reference: 'KS-1',
    chain,
  });
  const declined = reduceComplete(
    at('waiting'),
    updated('DECLINED', { declineReason: 'expiredCard' }),
  );
  expect(reduceComplete(declined, updated('DECLINED')).update?.declineReason).toBe('expiredCard');
  expect(reduceComplete(declined, updated('PAYED')).update?.declineReason).toBeUndefined();
});

test('polls every 5 s for a minute, then less and less often, and stops at a final status', () => {
  expect(pollDelayMs('waiting', 0)).toBe(5000);
  expect(pollDelayMs('waiting', 11)).toBe(5000);
  expect(pollDelayMs('accepted', 12)).toBe(10_000);
  expect(pollDelayMs('accepted', 40)).toBe(60_000);
  expect(pollDelayMs('declined', 1)).toBe(60_000);
  expect(pollDelayMs('processed', 1)).toBe(false);
});

describe('a payment that was detected on its chain', () => {
  const chain = { blockchain: 'ETHEREUM', txid: 'abc', confirmations: 1 } as const;
  const seen = updated('PENDING', { chain });

  test.each([
    ['reported', reported],
    ['waited for long', waitedLong],
  ])('is accepted by its count alone, also when it is %s', (_, event) => {
    const before = reduceComplete(at('waiting'), seen);
    expect(reduceComplete(before, event)).toBe(before);
    // The first response came late.
    const late = reduceComplete(reduceComplete(at('waiting'), event), seen);
    expect(late).toMatchObject({ status: 'waiting', confirmations: 1 });
    const counted = reduceComplete(late, blockPassed);
    expect(counted).toMatchObject({ status: 'waiting', confirmations: 2 });
    const confirmed = updated('PENDING', { chain: { ...chain, confirmations: 16 } });
    expect(reduceComplete(counted, confirmed).status).toBe('accepted');
  });

  test('is counted whatever the address says', () => {
    expect(reduceComplete(enter('accepted'), seen).status).toBe('waiting');
  });

  test('takes nothing back from money that has arrived', () => {
    const received = reduceComplete(at('waiting'), updated('PENDING', { isReceived: true }));
    expect(reduceComplete(received, seen).status).toBe('accepted');
  });
});

test('a long wait is one minute, and five for a purchase of crypto', () => {
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
    'the status %s of an address shows until the server, with %s, makes it %s',
    (addressStatus, word, after) => {
      const start = enter(addressStatus);
      // Only the server reports that money arrived.
      expect(start.status).toBe(addressStatus === 'processed' ? 'accepted' : addressStatus);
      const next = reduceComplete(start, updated(word));
      expect(next.status).toBe(after);
      expect(reduceComplete(next, updated('PAYED')).status).toBe('processed');
    },
  );

  test('received money is shown as accepted, whatever the address says', () => {
    const received = {
      kind: 'updated',
      update: { ...updateOf('PENDING'), isReceived: true },
    } as const;
    for (const addressStatus of [null, 'waiting', 'declined'] as const) {
      expect(reduceComplete(enter(addressStatus), received).status).toBe('accepted');
    }
    // A push holds less than a response.
    const accepted = reduceComplete(enter(null), received);
    expect(reduceComplete(accepted, updated('PENDING')).update).toMatchObject({ isReceived: true });
  });

  test('money that arrives after an end without money is shown as accepted', () => {
    for (const word of ['DECLINED', 'CANCELED', 'AUTO_CANCELED'] as const) {
      const ended = reduceComplete(enter(null), updated(word));
      expect(reduceComplete(ended, updated('PENDING'))).toEqual(ended);
      for (const kind of ['unknownPushed', 'reported', 'waitedLong'] as const) {
        expect(reduceComplete(ended, { kind }).status).toBe(ended.status);
      }
      const update = { ...updateOf('PENDING'), isReceived: true };
      expect(reduceComplete(ended, { kind: 'updated', update }).status).toBe('accepted');
    }
  });

  test('without a status in the address it waits', () => {
    expect(enter(null)).toEqual(at('waiting'));
  });

  test('a stored update counts for its own deposit alone', () => {
    const stored = { ...updateOf('DECLINED'), depositId: 'deposit-1' };
    const entry = { depositId: 'deposit-1', addressStatus: null, stored };
    expect(startComplete(entry)).toMatchObject({ status: 'declined', update: { amount: '50.00' } });
    expect(startComplete({ ...entry, depositId: 'deposit-2' })).toEqual(at('waiting'));
  });

  test('a stored update has priority over the address', () => {
    const stored = { ...updateOf('DECLINED'), depositId: 'deposit-1' };
    const entry = { depositId: 'deposit-1', addressStatus: 'processed', stored } as const;
    expect(startComplete(entry)).toMatchObject({ status: 'declined' });
    const waiting = { ...updateOf('PENDING'), depositId: 'deposit-1' };
    expect(startComplete({ ...entry, stored: waiting }).status).toBe('accepted');
    expect(startComplete({ ...entry, addressStatus: 'accepted', stored: waiting }).status).toBe(
      'accepted',
    );
  });
});

describe('a payment in crypto', () => {
  const required = blockchains.ETHEREUM.confirmations;
  const onChain = (confirmations: number, more: Partial<ChainUpdate> = {}) =>
    updated('PENDING', {
      chain: { blockchain: 'ETHEREUM', txid: '0xabc', confirmations, ...more },
    });
  const run = (...events: CompleteEvent[]) => events.reduce(reduceComplete, enter(null));

  test.each<[string, CompleteEvent[], number, TransactionStatus]>([
    ['starts with the chain’s count', [onChain(3)], 3, 'waiting'],
    ['rises with the chain’s count', [onChain(3), onChain(7)], 7, 'waiting'],
    ['rises by itself in between', [onChain(3), blockPassed, blockPassed], 5, 'waiting'],
    [
      'does not fall back to a lower count of the chain',
      [onChain(3), blockPassed, blockPassed, onChain(4)],
      5,
      'waiting',
    ],
    [
      'goes on from a higher count of the chain',
      [onChain(3), blockPassed, onChain(9)],
      9,
      'waiting',
    ],
    [
      'falls where the chain’s own count falls',
      [onChain(6), blockPassed, onChain(2)],
      2,
      'waiting',
    ],
    [
      'starts again with another transaction',
      [onChain(6), onChain(8, { txid: '0xdef' }), blockPassed, onChain(1, { txid: '0x123' })],
      1,
      'waiting',
    ],
    [
      'never reaches the last block by itself',
      [onChain(required - 2), blockPassed, blockPassed, blockPassed],
      required - 1,
      'waiting',
    ],
    [
      'is accepted once the chain has all confirmations',
      [onChain(required - 1), onChain(required)],
      required,
      'accepted',
    ],
    ['further confirmations change nothing', [onChain(required), onChain(99)], 99, 'accepted'],
    [
      'stops once the deposit no longer waits',
      [onChain(2), updated('DECLINED'), blockPassed],
      2,
      'declined',
    ],
    ['is accepted after a push with an unknown status', [onChain(2), unknownPushed], 2, 'accepted'],
    ['waits for its blocks after a long wait too', [onChain(2), waitedLong], 2, 'waiting'],
    ['without a detected payment has no count', [blockPassed, updated('PENDING')], 0, 'waiting'],
    ['detected after a long wait waits for its blocks', [waitedLong, onChain(2)], 2, 'waiting'],
    [
      'detected after a long wait is counted by time, too',
      [waitedLong, onChain(2), blockPassed],
      3,
      'waiting',
    ],
    ['is processed when it is credited', [onChain(4), updated('PAYED')], 4, 'processed'],
  ])('%s', (_, events, confirmations, status) => {
    expect(run(...events)).toMatchObject({ confirmations, status });
  });

  test('a stored payment keeps its count', () => {
    const chain = { blockchain: 'TRON', txid: 'a', confirmations: 19 } as const;
    const stored = { ...updateOf('PENDING', { chain }), depositId: 'deposit-1' };
    const start = startComplete({ depositId: 'deposit-1', addressStatus: null, stored });
    expect(start).toMatchObject({ status: 'waiting', confirmations: 19 });
    expect(reduceComplete(start, blockPassed)).toBe(start);
  });
});

test.each(['pending', 'replaced', 'dropped'] as const)(
  'no block is counted for a payment that is %s, nor does its count accept it',
  (state) => {
    const chain: ChainUpdate = {
      blockchain: 'TRON',
      txid: 'a',
      confirmations: 20,
      state,
      note: undefined,
    };
    const seen = reduceComplete(enter(null), updated('PENDING', { chain }));
    expect(seen.status).toBe('waiting');
    expect(reduceComplete(seen, blockPassed)).toBe(seen);
  },
);
