import type { Bonus } from '@kassa/contract';
import { buildBonus, buildFreespinBonus } from '@kassa/test-kit';
import { describe, expect, test } from 'vitest';
import {
  activeBonus,
  type BonusEvent,
  type BonusState,
  evaluateBonus,
  initialBonusState,
  reduceBonus,
} from './bonus.machine.ts';

/** Builds a bonus that ends the given number of seconds after the start. */
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

const run = (events: readonly BonusEvent[], preselectedId: string | null = null) =>
  events.reduce(reduceBonus, initialBonusState(preselectedId));
/** Lists the ids with the active one in brackets, and the switch: "1 [2] on". */
const show = (state: BonusState) =>
  [
    ...state.bonuses.map(({ id }) => (id === state.activeId ? `[${id}]` : id)),
    state.isOn ? 'on' : 'off',
  ].join(' ');

test.each<[string, readonly BonusEvent[], string | null, string]>([
  ['nothing offered', [listed([])], null, 'off'],
  ['the first is active, and switched off', [listed([one, two])], null, '[1] 2 off'],
  ['the host’s bonus is active, and on', [listed([one, two])], '2', '1 [2] on'],
  ['an unknown bonus of the host is ignored', [listed([one, two])], '9', '[1] 2 off'],
  ['the host’s bonus may come later', [listed([one]), listed([one, two])], '2', '1 [2] on'],
  [
    'the player’s choice has priority over the host’s',
    [listed([one, three]), chosen('3'), listed([one, two, three])],
    '2',
    '1 2 [3] off',
  ],
  [
    'a host’s bonus is preselected only once',
    [listed([one, two]), off, chosen('1'), listed([one, two])],
    '2',
    '[1] 2 off',
  ],
  ['a bonus that is listed twice shows once', [listed([one, two, one])], null, '[1] 2 off'],
  ['an expired bonus is dropped', [listed([one, two], 10)], null, '[2] off'],
  ['a bonus expires exactly at its end', [listed([one, two]), ticked(10)], null, '[2] off'],
  ['a bonus doesn’t expire before its end', [listed([one, two]), ticked(9.999)], null, '[1] 2 off'],
  [
    'the active bonus ends: the next is active, and the switch stays',
    [listed([one, two, three]), on, ticked(10)],
    null,
    '[2] 3 on',
  ],
  [
    'the last of the list ends: the one before is active',
    [listed([three, two, one]), chosen('1'), on, ticked(10)],
    null,
    '3 [2] on',
  ],
  [
    'several end at once: the nearest remaining one is active',
    [listed([bonus('a', 5), one, two, three]), chosen('1'), ticked(20)],
    null,
    '[3] off',
  ],
  [
    'another bonus ends: the choice stays',
    [listed([one, two, three]), chosen('3'), on, ticked(10)],
    null,
    '2 [3] on',
  ],
  ['the only bonus ends: the switch goes off', [listed([one]), on, ticked(10)], null, 'off'],
  [
    'after the only bonus the switch stays off when others come',
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
    'a list without the chosen bonus: its earlier neighbour is active',
    [listed([one, two, three]), chosen('2'), on, listed([one, three])],
    null,
    '1 [3] on',
  ],
  [
    'a list of other bonuses only: the first of them is active',
    [listed([one]), on, listed([two, three])],
    null,
    '[2] 3 on',
  ],
  ['an empty list switches off', [listed([one]), on, listed([])], null, 'off'],
  ['nothing can be switched on without a bonus', [listed([]), on], null, 'off'],
  ['an unknown bonus can’t be chosen', [listed([one]), chosen('9')], null, '[1] off'],
])('%s', (_, events, preselectedId, shown) => {
  expect(show(run(events, preselectedId))).toBe(shown);
});

test('an event that changes nothing returns the same state', () => {
  const state = run([listed([one, two])]);
  for (const event of [ticked(1), chosen('1'), off]) expect(reduceBonus(state, event)).toBe(state);
});

describe('the verdict on a deposit', () => {
  const offered = [bonus('1', 60), { ...buildFreespinBonus(), id: 'spins' }];
  const state = run([listed(offered), on]);
  const card = {};
  const yamoney = { isBonusHidden: true };
  const eur = { method: card, amount: '20', currency: 'EUR' };

  test.each<[string, BonusState, Parameters<typeof evaluateBonus>[1], string]>([
    ['the minimum, inclusive', state, eur, 'activated'],
    ['the minimum in another notation', state, { ...eur, amount: '20.00' }, 'activated'],
    ['a cent less', state, { ...eur, amount: '19.99' }, 'belowMin'],
    // Compared as text, 9 would be more than 20.
    ['numbers, not texts', state, { ...eur, amount: '9' }, 'belowMin'],
    ['nothing typed', state, { ...eur, amount: '' }, 'belowMin'],
    ['another currency', state, { ...eur, amount: '5000', currency: 'INR' }, 'otherCurrency'],
    [
      'any amount in another currency, and the account in the bonus’s',
      state,
      { ...eur, amount: '5', currency: 'INR', accountCurrency: 'EUR' },
      'converted',
    ],
    [
      'another currency, and the account in it',
      state,
      { ...eur, currency: 'INR', accountCurrency: 'INR' },
      'otherCurrency',
    ],
    [
      'the bonus’s currency, and the account in another',
      state,
      { ...eur, accountCurrency: 'INR' },
      'otherCurrency',
    ],
    ['a method without bonuses', state, { ...eur, method: yamoney }, 'otherMethod'],
    ['switched off', reduceBonus(state, off), eur, 'off'],
    ['no bonus', run([listed([])]), eur, 'none'],
    [
      'free spins have their own minimum',
      reduceBonus(state, chosen('spins')),
      { ...eur, amount: '10' },
      'activated',
    ],
    [
      'free spins below their minimum',
      reduceBonus(state, chosen('spins')),
      { ...eur, amount: '9.99' },
      'belowMin',
    ],
  ])('%s', (_, of, deposit, verdict) => {
    expect(evaluateBonus(of, deposit)).toBe(verdict);
  });

  test('a bonus without terms of the host applies to any deposit', () => {
    const bare = bonus('1');
    delete bare.depositBonusData;
    const open = run([listed([bare]), on]);
    expect(activeBonus(open)).toBe(bare);
    expect(evaluateBonus(open, { ...eur, amount: '1' })).toBe('activated');
  });
});
