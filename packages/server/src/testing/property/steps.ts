import fc from 'fast-check';
import type { Act, Round, Step } from './acts.ts';
import type { CrashPoint } from './killable-process.ts';
import { connectorFaults } from './simulated-connector.ts';
import { walletFaults } from './simulated-wallet.ts';

const longestSequence = 24;
/** The most attempts to shrink a failure: each one plays a whole sequence. */
const mostShrinks = 400;

const index = fc.nat(5);
const player = fc.nat(2);
const key = fc.nat(3);
const cents = fc.integer({ min: 1_000, max: 15_000 });
const part = fc.constantFrom('whole' as const, 'half' as const);
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const createDeposit: fc.Arbitrary<Act> = fc.record({
  kind: kind('createDeposit'),
  player,
  key,
  cents,
  isForeign: fc.boolean(),
  hasBonus: fc.boolean(),
  duplicate: fc.constantFrom(undefined, 'asked' as const, 'repeats' as const),
});
const createWithdrawal: fc.Arbitrary<Act> = fc.record({
  kind: kind('createWithdrawal'),
  // Mostly player 0, who has money from the start.
  player: fc.constantFrom(0, 0, 0, 1, 2),
  key,
  cents: fc.integer({ min: 1_000, max: 9_000 }),
  method: fc.constantFrom(...(['payout', 'payout', 'payout_with_fee', 'payout_in_coin'] as const)),
});

const acts: fc.WeightedArbitrary<Act>[] = [
  { weight: 10, arbitrary: createDeposit },
  { weight: 1, arbitrary: fc.record({ kind: kind('createDepositOtherwise'), player, key }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('continueDeposit'), deposit: index, key }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('completeDeposit'), deposit: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancelDeposit'), deposit: index }) },
  { weight: 7, arbitrary: createWithdrawal },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancelWithdrawal'), withdrawal: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('bet'),
      player,
      cents: fc.integer({ min: 100, max: 9_000 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: kind('pay'),
      deposit: index,
      amount: fc.constantFrom(
        ...(['exact', 'exact', 'exact', 'part', 'over', 'double', 'tiny', 'absurd'] as const),
      ),
      currency: fc.constantFrom('asked', 'asked', 'asked', 'USD', 'JPY', 'PLN'),
      hasFee: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('closePayment'),
      deposit: index,
      status: fc.constantFrom('declined', 'canceled'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('reverse'),
      receipt: index,
      how: fc.constantFrom('chargeback', 'refund', 'reversal'),
      part,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('movePayout'),
      payout: index,
      to: fc.constantFrom('completed', 'completed', 'failed', 'returned'),
      paid: fc.constantFrom('asked', 'asked', 'asked', 'part', 'otherAmount', 'otherCurrency'),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: kind('deliver'),
      index,
      way: fc.constantFrom('once', 'once', 'once', 'stays', 'twiceAtOnce', 'lost'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('repeat'), index, isNew: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('notifyOldStatus'), deposit: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('arriveLate') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('misbehave'),
      faults: fc.array(fc.constantFrom(...connectorFaults), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('walletMisbehaves'),
      faults: fc.array(fc.constantFrom(...walletFaults), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('confirm'), receipt: index, hasReference: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('decline'), deposit: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('refund'),
      receipt: index,
      part,
      how: fc.constantFrom('outside', 'byProvider', 'byProviderNamed'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('requestRefund'),
      payment: index,
      part,
      isVoid: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('resolveRefund'), refund: index }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('moveRefund'),
      refund: index,
      to: fc.constantFrom('completed', 'completed', 'failed'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('resolveParked'),
      payment: index,
      how: fc.constantFrom('credit', 'creditAtRate', 'return'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('approve'), withdrawal: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('reject'), withdrawal: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('resolveWithdrawal'), withdrawal: index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('completeBonus'), bonus: index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('retryRefused') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('correct'),
      player,
      direction: fc.constantFrom('credit', 'debit'),
      cents: fc.integer({ min: 100, max: 9_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('block'),
      player,
      what: fc.constantFrom('deposits', 'all'),
      source: fc.constantFrom('operator', 'operator', 'selfExclusion'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('unblock'), player }) },
  {
    weight: 2,
    // Mostly so high that further deposits are accepted.
    arbitrary: fc.record({
      kind: kind('limit'),
      player,
      cents: fc.constantFrom(2_000, 20_000, 100_000),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: kind('wait'),
      seconds: fc.constantFrom(6, 16, 31, 61, 400, 1_000, 2_000, 8_000, 90_000),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: kind('sweep'),
      what: fc.constantFrom(
        'deposits',
        'withdrawals',
        'withdrawals',
        'refunds',
        'refunds',
        'wallet',
        'inbox',
        'attempts',
      ),
    }),
  },
];

const side = fc.constantFrom('before' as const, 'after' as const);

const crash: fc.Arbitrary<CrashPoint> = fc.oneof(
  fc.record({ access: kind('statement'), nth: fc.nat(20), side }),
  fc.record({ access: kind('commit'), nth: fc.nat(2), side }),
  fc.record({ access: fc.constantFrom('provider', 'wallet'), nth: fc.nat(1), side }),
);

/** The first provider fails in some way, and the player creates a deposit. */
const failOver: fc.Arbitrary<Round[]> = fc
  .record({
    faults: fc.array(fc.constantFrom(...connectorFaults, 'denied' as const, 'denied' as const), {
      minLength: 1,
      maxLength: 2,
    }),
    deposit: createDeposit,
    planned: fc.array(crash, { maxLength: 1 }),
  })
  .map(({ faults, deposit, planned: [planned] }) => [
    [{ act: { kind: 'misbehave', faults }, process: 0, crash: null }],
    [{ act: deposit, process: 0, crash: planned ?? null }],
  ]);

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(...acts),
  process: fc.constantFrom(0, 1),
  crash: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: crash }),
});

/** First creates deposits and withdrawals, since most other acts need one. */
const prelude: fc.Arbitrary<Round[]> = fc.array(
  fc.oneof(createDeposit, createWithdrawal).map((act): Round => [{ act, process: 0, crash: null }]),
  { maxLength: 3, size: 'max' },
);

const round: fc.Arbitrary<Round> = fc.oneof(
  { weight: 12, arbitrary: step.map((one) => [one]) },
  { weight: 2, arbitrary: fc.array(step, { minLength: 2, maxLength: 4 }) },
  // The player presses twice, and each press reaches another process.
  {
    weight: 1,
    arbitrary: fc
      .oneof(createDeposit, createWithdrawal)
      .map((act) => ([0, 1] as const).map((process) => ({ act, process, crash: null }))),
  },
);

const withdraw = (key: number, cents: number): Act => ({
  kind: 'createWithdrawal',
  player: 0,
  key,
  cents,
});

/** The first player's deposit of 100 EUR is paid, and all of their money is in withdrawals. */
export const allInWithdrawals: readonly Act[] = [
  { kind: 'createDeposit', player: 0, key: 0, cents: 10_000, isForeign: false },
  { kind: 'pay', deposit: 0, amount: 'exact', currency: 'asked', hasFee: false },
  { kind: 'deliver', index: 0, way: 'once' },
  withdraw(0, 9_000),
  withdraw(1, 9_000),
  withdraw(2, 3_000),
];

/** That deposit is charged back, so that the player owes the most of it. */
export const chargedBack: readonly Act[] = [
  { kind: 'reverse', receipt: 0, how: 'chargeback', part: 'whole' },
  { kind: 'deliver', index: 0, way: 'once' },
];

/** The operator approves a withdrawal, and a chargeback comes before it is sent. */
const lateDebt: fc.Arbitrary<Round[]> = fc
  .tuple(index, fc.array(crash, { maxLength: 1 }), fc.nat(10))
  .map(([withdrawal, [planned], at]) => {
    const acts: Act[] = [
      ...allInWithdrawals,
      { kind: 'approve', withdrawal },
      ...chargedBack,
      { kind: 'sweep', what: 'withdrawals' },
    ];
    return acts.map((act, step) => [
      { act, process: 0, crash: step === at ? (planned ?? null) : null },
    ]);
  });

/** Random sequences of rounds. */
export const arbitrarySequence: fc.Arbitrary<Round[]> = fc.limitShrink(
  fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: prelude },
        { weight: 2, arbitrary: failOver },
        { weight: 1, arbitrary: lateDebt },
      ),
      fc.array(round, { minLength: 1, maxLength: longestSequence, size: 'max' }),
    )
    .map(([first, then]) => [...first, ...then]),
  mostShrinks,
);
