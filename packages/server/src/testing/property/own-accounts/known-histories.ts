import {
  attacker,
  type HistoryStep,
  type OwnHistory,
  type Source,
  type StepOf,
} from './history-steps.ts';

/*
 * Histories that once credited money to somebody else, or money that never came. The pool gives its
 * accounts in turn: the first two orders get those without references, the third one the other.
 */

export interface KnownHistory {
  name: string;
  history: OwnHistory;
  /** What the product must have come to, or the history tests nothing. */
  leadsTo: string;
}

type Ordering = StepOf<'order'>;

const order = (
  player: Ordering['player'],
  wanted: Ordering['wanted'],
  cancels = false,
): HistoryStep => ({
  kind: 'order',
  player,
  wanted,
  cancels,
});

const pay = (part: Partial<StepOf<'pay'>>): HistoryStep => ({
  kind: 'pay',
  invoice: 0,
  amount: 'exact',
  payer: 'self',
  text: 'asked',
  by: 'notification',
  ...part,
});

const report = (part: Partial<StepOf<'report'>>): HistoryStep => ({
  kind: 'report',
  transfer: 0,
  by: 'csv',
  overlap: 0,
  spelling: 'plain',
  ...part,
});

const assign = (part: Partial<StepOf<'assign'>>): HistoryStep => ({
  kind: 'assign',
  transfer: 0,
  to: 'right',
  invoice: 0,
  desk: 0,
  ...part,
});

const inEuros = (...steps: HistoryStep[]): OwnHistory => ({
  currency: 'EUR',
  hasSecondApproval: false,
  steps,
});

const withApproval = (history: OwnHistory): OwnHistory => ({ ...history, hasSecondApproval: true });

const ownMoney = (how: StepOf<'moveOwnMoney'>['how'], by: Source) => ({
  name: `own money ${how}, by ${by}`,
  // Nobody knows the player's names, so that no name of a payer differs from them.
  history: inEuros(order(4, 70_000), { kind: 'moveOwnMoney' as const, invoice: 0, how, by }),
  leadsTo: 'a transfer in review',
});

const malformed = (by: Source, spelling: 'grouped' | 'finer') => ({
  name: `a ${spelling} amount, by ${by}`,
  history: inEuros(
    order(0, 100_000),
    pay({ amount: 'rounded', by: null }),
    report({ by, spelling }),
  ),
  leadsTo: `${by} answered ${by === 'notification' ? 'unreadable' : 422}`,
});

/** Somebody pays a whole amount, which a statement reports. */
const reportedOnce = [
  order(0, 70_050),
  order(1, 70_000),
  pay({ amount: 'rounded', payer: 'unnamed', by: 'csv' }),
];

/** Somebody else has paid a player's deposit, at once or by a person's act. */
const paidByOther = [order(0, 70_000), pay({ payer: 'other' }), assign({})];

export const knownHistories: readonly KnownHistory[] = [
  {
    name: 'an amount ordered and canceled before',
    history: inEuros(
      ...[1, 2, 3].map(() => order(attacker, 70_000, true)),
      order(0, 70_000),
      pay({ invoice: 3, amount: 'rounded', payer: 'unnamed' }),
    ),
    leadsTo: 'a transfer in review',
  },
  {
    name: 'an amount reached by a detour',
    history: inEuros(
      order(attacker, 70_000),
      order(1, 5_000),
      order(1, 5_000),
      order(attacker, 70_001),
      order(1, 5_000),
      order(1, 5_000),
      order(0, 70_000),
      pay({ invoice: 6, amount: 'rounded', payer: 'self' }),
    ),
    leadsTo: 'a transfer in review',
  },
  {
    name: 'a typed line above the threshold',
    history: withApproval(
      inEuros(order(attacker, 100_000), {
        kind: 'invent',
        invoices: [0],
        hasReference: true,
        by: 'csv',
      }),
    ),
    leadsTo: 'csv answered 200',
  },
  {
    name: 'typed lines that are above it together',
    history: withApproval(
      inEuros(
        order(attacker, 70_000),
        order(1, 5_000),
        order(1, 5_000),
        order(attacker, 70_000),
        { kind: 'invent', invoices: [0, 1], hasReference: true, by: 'camt' },
        { kind: 'assignInvented', transfer: 0 },
        { kind: 'assignInvented', transfer: 0 },
      ),
    ),
    leadsTo: 'camt answered 200',
  },
  ...(['notification', 'csv', 'camt'] as const).flatMap((by) => [
    ownMoney('returned', by),
    ownMoney('fromAccount', by),
    ownMoney('inName', by),
    malformed(by, 'finer'),
  ]),
  malformed('csv', 'grouped'),
  {
    name: 'a payer washed away by own deposits',
    history: inEuros(...paidByOther, { kind: 'wash', player: 0 }),
    leadsTo: 'a withdrawal after money of somebody else',
  },
  {
    name: 'a payer whom no bank has named yet',
    history: inEuros(
      order(0, 70_000),
      pay({ payer: 'other', by: null }),
      { kind: 'confirm', transfer: 0 },
      { kind: 'withdraw', player: 0 },
    ),
    leadsTo: 'confirmed: 200',
  },
  {
    name: 'a payer named after a confirmation',
    history: inEuros(
      order(0, 70_000),
      pay({ payer: 'other', by: null }),
      { kind: 'confirm', transfer: 0 },
      report({ by: 'csv' }),
      { kind: 'withdraw', player: 0 },
    ),
    leadsTo: 'refused: payout.thirdParty',
  },
  {
    name: 'one transfer by two formats',
    history: inEuros(
      ...reportedOnce,
      report({ by: 'camt' }),
      assign({}),
      assign({ to: 'any', invoice: 1, desk: 1 }),
    ),
    leadsTo: 'a transfer in review',
  },
  {
    name: 'one transfer, confirmed and reported',
    history: inEuros(
      order(0, 70_050),
      order(1, 70_000),
      pay({ amount: 'rounded', payer: 'unnamed', by: null }),
      { kind: 'confirm', transfer: 0 },
      report({ by: 'notification' }),
      assign({ to: 'any', invoice: 1, desk: 1 }),
    ),
    leadsTo: 'confirmed: 200',
  },
  {
    name: 'one transfer with another reference, assigned to one deposit and confirmed for another',
    history: inEuros(
      order(1, 70_000),
      order(0, 70_000),
      order(0, 70_000),
      pay({ invoice: 2, text: 'mistyped' }),
      assign({ to: 'any', invoice: 0 }),
      { kind: 'confirm', transfer: 0 },
    ),
    leadsTo: 'confirmed: 409',
  },
];
