import type { Act, Round } from './steps.ts';

const play = (acts: Act[]): Round[] => acts.map((act) => [{ act, process: 0, crash: null }]);

const withdraw = (key: number, cents: number): Act => ({
  kind: 'createWithdrawal',
  player: 0,
  key,
  cents,
});
const deposit = (key: number): Act => ({
  kind: 'createDeposit',
  player: 0,
  key,
  cents: 10_000,
  isForeign: false,
});
const deliver: Act = { kind: 'deliver', index: 0, way: 'once' };

/**
 * Sequences that lead where chance leads too seldom to be relied on: they are played first, each time.
 */
export const rareSequences: readonly Round[][] = [
  // What is charged back has been asked to be paid out already: the player owes it.
  play([
    deposit(0),
    { kind: 'pay', deposit: 0, amount: 'exact', currency: 'asked', hasFee: false },
    deliver,
    withdraw(0, 9_000),
    withdraw(1, 9_000),
    withdraw(2, 3_000),
    { kind: 'reverse', receipt: 0, how: 'chargeback', part: 'whole' },
    deliver,
  ]),
  // The provider wants to know more of the second payment, and is silent at first.
  play([
    deposit(0),
    deposit(1),
    { kind: 'misbehave', faults: ['silentBefore'] },
    { kind: 'continueDeposit', deposit: 1, key: 0 },
    deposit(2),
    { kind: 'continueDeposit', deposit: 1, key: 1 },
    { kind: 'pay', deposit: 1, amount: 'exact', currency: 'asked', hasFee: false },
    deliver,
  ]),
  play([
    deposit(0),
    deposit(1),
    { kind: 'continueDeposit', deposit: 1, key: 0 },
    { kind: 'continueDeposit', deposit: 1, key: 0 },
    { kind: 'pay', deposit: 1, amount: 'exact', currency: 'asked', hasFee: false },
    deliver,
  ]),
  // Who asks the operator's wallet dies before it hears of it.
  [
    ...play([
      deposit(0),
      { kind: 'pay', deposit: 0, amount: 'exact', currency: 'asked', hasFee: false },
    ]),
    [{ act: deliver, process: 0, crash: { touch: 'wallet', nth: 0, side: 'before' } }],
  ],
];
