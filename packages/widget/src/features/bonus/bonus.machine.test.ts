import type { Bonus } from '@kassa/contract';
import { buildBonus, buildFreespinBonus } from '@kassa/test-kit';
import { describe, expect, test } from 'vitest';
import {
  activeBonus,
  type BonusEvent,
  type BonusState,
  initialBonusState,
  judgeBonus,
  reduceBonus,
} from './bonus.machine.ts';

/** A bonus that ends that many seconds after the start. */
const bonus = (id: string, seconds = 60, overrides: Partial<Bonus> = {}) =>
  buildBonus({ id, mustAccruedBefore: new Date(seconds * 1000).toISOString(), ...overrides });
const [one, two, three] = [bonus('1', 10), bonus('2', 20), bonus('3', 30)];

const listed = (bonuses: readonly Bonus[], seconds = 0): BonusEvent => ({
  kind: 'listed',
  bonuses,
  nowMs: seconds * 1000,
});
const ticked = (seconds: number): BonusEvent => ({ kind: 'ticked', nowMs: seconds * 1000 });
const chosen = (id: string): BonusEvent => ({ kind: 'chosen', id });
const on: BonusEvent = { kind: 'switched', isOn: true };
const off: BonusEvent = { kind: 'switched', isOn: false };

const run = (events: readonly BonusEvent[], wishedId: string | null = null) =>
  events.reduce(reduceBonus, initialBonusState(wishedId));
/** The ids with the active one in brackets, and the switch: "1 [2] on". */
const show = (state: BonusState) =>
  [
    ...state.bonuses.map(({ id }) => (id === state.activeId ? `[${id}]` : id)),
    state.isOn ? 'on' : 'off',
  ].join(' ');

test.each<[string, readonly BonusEvent[], string | null, string]>([
  ['nothing offered', [listed([])], null, 'off'],
  ['the first is active, and nobody is signed up for it', [listed([one, two])], null, '[1] 2 off'],
  ['the host’s bonus is active, and on', [listed([one, two])], '2', '1 [2] on'],
  ['a host’s bonus that isn’t there counts for nothing', [listed([one, two])], '9', '[1] 2 off'],
  ['the host’s bonus may come later', [listed([one]), listed([one, two])], '2', '1 [2] on'],
  [
    'the player’s choice comes before the host’s',
    [listed([one, three]), chosen('3'), listed([one, two, three])],
    '2',
    '1 2 [3] off',
  ],
  [
    'a host’s bonus is wished for once',
    [listed([one, two]), off, chosen('1'), listed([one, two])],
    '2',
    '[1] 2 off',
  ],
  ['a bonus that is listed twice is one', [listed([one, two, one])], null, '[1] 2 off'],
  ['one that has ended isn’t taken', [listed([one, two], 10)], null, '[2] off'],
  ['one ends at its very moment', [listed([one, two]), ticked(10)], null, '[2] off'],
  ['and not before', [listed([one, two]), ticked(9.999)], null, '[1] 2 off'],
  [
    'the active one ends: the next is active, and the switch stays',
    [listed([one, two, three]), on, ticked(10)],
    null,
    '[2] 3 on',
  ],
  [
    'the last in the row ends: the one before is active',
    [listed([three, two, one]), chosen('1'), on, ticked(10)],
    null,
    '3 [2] on',
  ],
  [
    'several end at once: the nearest that stays is active',
    [listed([bonus('a', 5), one, two, three]), chosen('1'), ticked(20)],
    null,
    '[3] off',
  ],
  [
    'another one ends: the choice stays',
    [listed([one, two, three]), chosen('3'), on, ticked(10)],
    null,
    '2 [3] on',
  ],
  ['the last one ends: the switch goes off', [listed([one]), on, ticked(10)], null, 'off'],
  [
    'and stays off when others come',
    [listed([one]), on, ticked(10), listed([two])],
    null,
    '[2] off',
  ],
  [
    'a new list keeps the choice',
    [listed([one, two]), chosen('2'), on, listed([three, two])],
    null,
    '3 [2] on',
  ],
  [
    'a list without the chosen one: its neighbour of before is active',
    [listed([one, two, three]), chosen('2'), on, listed([one, three])],
    null,
    '1 [3] on',
  ],
  [
    'a list of others alone: the first of them is active',
    [listed([one]), on, listed([two, three])],
    null,
    '[2] 3 on',
  ],
  ['an empty list switches off', [listed([one]), on, listed([])], null, 'off'],
  ['nothing can be switched on without a bonus', [listed([]), on], null, 'off'],
  ['what isn’t there can’t be chosen', [listed([one]), chosen('9')], null, '[1] off'],
])('%s', (_, events, wishedId, shown) => {
  expect(show(run(events, wishedId))).toBe(shown);
});

test('what changes nothing gives the same state', () => {
  const state = run([listed([one, two])]);
  for (const event of [ticked(1), chosen('1'), off]) expect(reduceBonus(state, event)).toBe(state);
});

describe('the verdict', () => {
  const offered = [bonus('1', 60), { ...buildFreespinBonus(), id: 'spins' }];
  const state = run([listed(offered), on]);
  const card = {};
  const yamoney = { isBonusHidden: true };
  const eur = { method: card, amount: '20', currency: 'EUR' };

  test.each<[string, BonusState, Parameters<typeof judgeBonus>[1], string]>([
    ['the least amount, inclusive', state, eur, 'activated'],
    ['the same, written otherwise', state, { ...eur, amount: '20.00' }, 'activated'],
    ['a cent less', state, { ...eur, amount: '19.99' }, 'belowMin'],
    // As text, 9 would be more than 20.
    ['numbers, not texts', state, { ...eur, amount: '9' }, 'belowMin'],
    ['nothing typed', state, { ...eur, amount: '' }, 'belowMin'],
    ['another currency', state, { ...eur, amount: '5000', currency: 'INR' }, 'otherCurrency'],
    [
      'another that becomes the bonus’s, however much it is',
      state,
      { ...eur, amount: '5', currency: 'INR', accountCurrency: 'EUR' },
      'converted',
    ],
    [
      'an account in another still',
      state,
      { ...eur, currency: 'INR', accountCurrency: 'INR' },
      'otherCurrency',
    ],
    [
      'an account in another, though paid in the bonus’s',
      state,
      { ...eur, accountCurrency: 'INR' },
      'otherCurrency',
    ],
    ['a method without bonuses', state, { ...eur, method: yamoney }, 'otherMethod'],
    ['switched off', reduceBonus(state, off), eur, 'off'],
    ['no bonus', run([listed([])]), eur, 'none'],
    [
      'free spins take their own least',
      reduceBonus(state, chosen('spins')),
      { ...eur, amount: '10' },
      'activated',
    ],
    [
      'and less isn’t enough',
      reduceBonus(state, chosen('spins')),
      { ...eur, amount: '9.99' },
      'belowMin',
    ],
  ])('%s', (_, of, deposit, verdict) => {
    expect(judgeBonus(of, deposit)).toBe(verdict);
  });

  test('a bonus whose host names no terms takes any deposit', () => {
    const bare = bonus('1');
    delete bare.depositBonusData;
    const open = run([listed([bare]), on]);
    expect(activeBonus(open)).toBe(bare);
    expect(judgeBonus(open, { ...eur, amount: '1' })).toBe('activated');
  });
});
