import fc from 'fast-check';
import { isLongRun } from '../../run-scale.ts';

/*
 * The histories of own-accounts.property.test.ts as data, so that fast-check can generate, shrink and
 * replay them. Numbers such as `invoice` choose among the items that exist at that moment.
 */

/** What is asked for: round amounts, their neighbours, and detours to them, in hundredths. */
const wanted = fc.constantFrom(70_000, 70_000, 70_000, 70_001, 69_999, 70_050, 5_000, 100_000, 60);

const index = fc.nat(40);
/** The player who attacks, by their place among the players. */
export const attacker = 3;
const player = fc.constantFrom(0, 0, 1, 2, attacker, 4, 5);
const cancels = fc.boolean();
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const sources = ['notification', 'csv', 'camt'] as const;
export type Source = (typeof sources)[number];

/** `grouped`: thousands have a mark; `finer`: a decimal more than the currency has. */
const spelling = fc.constantFrom('plain', 'plain', 'plain', 'plain', 'grouped', 'finer');

const ordering = fc.record({ kind: kind('order'), player, wanted, cancels });

const acts = [
  { weight: 10, arbitrary: ordering },
  { weight: 3, arbitrary: fc.record({ kind: kind('cancel'), invoice: index }) },
  {
    weight: 24,
    arbitrary: fc.record({
      kind: kind('pay'),
      invoice: index,
      amount: fc.constantFrom('exact', 'exact', 'rounded'),
      payer: fc.constantFrom('self', 'self', 'other', 'unnamed'),
      text: fc.constantFrom('asked', 'asked', 'none', 'mistyped'),
      /** How the bank reports it at once; null: later, or never. */
      by: fc.constantFrom('notification', 'notification', 'csv', 'camt', null),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind('report'),
      transfer: index,
      by: fc.constantFrom(...sources),
      /** How many earlier transfers of the account the report repeats. */
      overlap: fc.nat(3),
      spelling,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('moveOwnMoney'),
      /** The invoice whose amount it has. */
      invoice: index,
      /** A payout that came back, or money from another own account or with its owner's name. */
      how: fc.constantFrom('returned', 'fromAccount', 'inName'),
      by: fc.constantFrom(...sources),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('invent'),
      invoices: fc.array(index, { minLength: 1, maxLength: 4 }),
      hasReference: fc.boolean(),
      by: fc.constantFrom('csv', 'camt'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('assign'),
      transfer: index,
      to: fc.constantFrom('right', 'right', 'any'),
      invoice: index,
      desk: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('assignInvented'), transfer: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('dismiss'), transfer: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('confirm'), transfer: index }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('approve'), pending: index }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('withdraw'), player }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('wash'), player }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('wait'),
      minutes: fc.constantFrom(2, 10, 30, 70, 200, 1_500),
    }),
  },
];

const step = fc.oneof(...acts);

export type HistoryStep = typeof step extends fc.Arbitrary<infer Type> ? Type : never;
/** The step of one kind. */
export type StepOf<Kind extends HistoryStep['kind']> = Extract<HistoryStep, { kind: Kind }>;

const longest = isLongRun ? 20 : 14;

/** First players order, and one of them attacks: most other steps need invoices. */
const prelude = fc
  .tuple(
    fc.array(fc.record({ kind: kind('order'), player: fc.constant(attacker), wanted, cancels }), {
      maxLength: 3,
      size: 'max',
    }),
    fc.array(ordering, { minLength: 2, maxLength: 5, size: 'max' }),
  )
  .map((orders) => orders.flat());

const steps = fc
  .tuple(prelude, fc.array(step, { minLength: 4, maxLength: longest, size: 'max' }))
  .map(([first, then]): HistoryStep[] => [...first, ...then]);

/** A brand, and what happens there. */
export const anyHistory = fc.limitShrink(
  fc.record({
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'JPY'),
    /** Whether one key credits a limited amount alone. */
    hasSecondApproval: fc.boolean(),
    steps,
  }),
  200,
);

export type OwnHistory = typeof anyHistory extends fc.Arbitrary<infer Type> ? Type : never;
