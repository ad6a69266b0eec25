import { attacker, type HistoryStep, type OwnHistory, type StepOf } from './history-steps.ts';

/*
 * Histories that once credited money to somebody else, or money that never came. The pool gives its
 * accounts in turn: the first two orders get those without references, the third one the other.
 */

export interface KnownHistory {
  name: string;
  history: OwnHistory;
  /** What the history must have come to, or it tests nothing. */
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

const ownMoney = (how: 'returned' | 'between', by: 'notification' | 'csv' | 'camt') => ({
  name: `${how === 'returned' ? 'a payout that came back' : 'money between own accounts'}, by ${by}`,
  history: inEuros(order(0, 70_000), { kind: 'moveOwnMoney' as const, invoice: 0, how, by }),
  leadsTo: `own money ${how}`,
});

const malformed = (by: 'notification' | 'csv' | 'camt', spelling: 'grouped' | 'finer') => ({
  name: `an amount that its currency can't have, ${spelling}, by ${by}`,
  history: inEuros(
    order(0, 100_000),
    pay({ amount: 'rounded', by: null }),
    report({ by, spelling }),
  ),
  leadsTo: `an unreadable ${by}`,
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
    name: 'a whole amount is paid that an attacker has ordered and canceled on each account',
    history: inEuros(
      ...[1, 2, 3].map(() => order(attacker, 70_000, true)),
      order(0, 70_000),
      pay({ invoice: 3, amount: 'rounded', payer: 'unnamed' }),
    ),
    leadsTo: 'paid by unnamed',
  },
  {
    name: 'a whole amount is paid that an attacker has reached by a detour',
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
    leadsTo: 'paid by self',
  },
  {
    name: 'a typed statement has one line above the threshold',
    history: withApproval(
      inEuros(order(attacker, 100_000), {
        kind: 'invent',
        invoices: [0],
        hasReference: true,
        by: 'csv',
      }),
    ),
    leadsTo: 'a typed statement',
  },
  {
    name: 'a typed statement has many lines below the threshold, and their typist assigns them',
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
    leadsTo: 'a typed statement',
  },
  ...(['notification', 'csv', 'camt'] as const).flatMap((by) => [
    ownMoney('returned', by),
    ownMoney('between', by),
    malformed(by, 'finer'),
  ]),
  malformed('csv', 'grouped'),
  {
    name: "a withdrawal after many own deposits, and somebody else's before them",
    history: inEuros(...paidByOther, { kind: 'wash', player: 0 }),
    leadsTo: 'a withdrawal after money of somebody else',
  },
  {
    name: 'two formats of statements report one transfer, and two players get it',
    history: inEuros(
      ...reportedOnce,
      report({ by: 'camt' }),
      assign({}),
      assign({ to: 'any', invoice: 1, desk: 1 }),
    ),
    leadsTo: 'a transfer in review',
  },
  {
    name: 'an operator has confirmed a transfer, and another player gets it',
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
];
