import { expect, test } from 'vitest';
import { drawBy, planRoutes, type RoutedPayment, type RouteState } from './plan-routes.ts';
import type { Route } from './route-schema.ts';

const payment: RoutedPayment = { country: 'bd', currency: 'BDT', amount: '500', group: null };

interface Case {
  routes: Route[];
  payment?: Partial<RoutedPayment>;
  off?: string[];
  open?: string[];
  /** Attempts and credits by account. */
  success?: Record<string, [attempts: number, credits: number]>;
  draws?: { split?: number; probe?: number };
}

/** Plans and returns each route as `1 a rule`, or `- a country` if it is left out. */
function plan({ routes, payment: part, off = [], open = [], success = {}, draws = {} }: Case) {
  const state: RouteState = {
    isOn: (account) => !off.includes(account),
    isCircuitOpen: (account) => open.includes(account),
    successOf: (account) => {
      const [attempts, credits] = success[account] ?? [];
      return attempts === undefined || credits === undefined ? null : { attempts, credits };
    },
  };
  const { split = 0, probe = 1 } = draws;
  const draw = (decision: string) => (decision === 'probe' ? probe : split);
  return planRoutes(routes, { ...payment, ...part }, state, draw).map(
    ({ order, account, because }) => `${order ?? '-'} ${account} ${because}`,
  );
}

const [a, b, c]: Route[] = [{ account: 'a' }, { account: 'b' }, { account: 'c' }] as const;
const routes = [a, b, c] as Route[];

test.each<[string, Omit<Route, 'account'>, Partial<RoutedPayment>, string]>([
  ['its country', { countries: ['in', 'bd'] }, {}, '1 a rule'],
  ['another country', { countries: ['in'] }, {}, '- a country'],
  ['its currency', { currencies: ['BDT'] }, {}, '1 a rule'],
  ['another currency', { currencies: ['EUR'] }, {}, '- a currency'],
  ['the least amount', { amount: { BDT: { min: '500' } } }, {}, '1 a rule'],
  ['less than the least', { amount: { BDT: { min: '500.01' } } }, {}, '- a amount'],
  ['the highest amount', { amount: { BDT: { max: '500' } } }, { amount: '500.00' }, '1 a rule'],
  ['more than the highest', { amount: { BDT: { max: '500' } } }, { amount: '1000' }, '- a amount'],
  ['an amount of another currency', { amount: { EUR: { min: '1' } } }, {}, '- a amount'],
  ['an unknown amount', { amount: { BDT: { min: '1' } } }, { amount: null }, '- a amount'],
  ['its group', { groups: ['vip', 'new'] }, { group: 'new' }, '1 a rule'],
  ['another group', { groups: ['vip'] }, { group: 'new' }, '- a group'],
  ['no group', { groups: ['vip'] }, {}, '- a group'],
  ['one condition of two', { countries: ['bd'], currencies: ['EUR'] }, {}, '- a currency'],
])('a route for %s', (_, conditions, part, planned) => {
  expect(plan({ routes: [{ account: 'a', ...conditions }], payment: part })).toEqual([planned]);
});

const split = (...shares: number[]): Route[] =>
  shares.map((share, index) => ({ account: 'abcd'[index] as string, share }));

test.each<[string, Case, string[]]>([
  ['the order of the file', { routes }, ['1 a rule', '2 b rule', '3 c rule']],
  [
    'a route left out takes no place',
    { routes: [{ account: 'a', countries: ['in'] }, b, c] as Route[] },
    ['1 b rule', '2 c rule', '- a country'],
  ],
  ['an account that is off', { routes, off: ['a'] }, ['1 b rule', '2 c rule', '- a accountOff']],
  ['no route', { routes, off: ['a', 'b', 'c'] }, ['a', 'b', 'c'].map((x) => `- ${x} accountOff`)],
  ['an open circuit', { routes, open: ['a'] }, ['1 b rule', '2 c rule', '- a circuitOpen']],
  [
    'an open circuit and nothing else',
    { routes: [a, b] as Route[], open: ['a'], off: ['b'] },
    ['1 a rule', '- b accountOff'],
  ],
  ['open circuits only', { routes, open: ['a', 'b', 'c'] }, ['1 a rule', '2 b rule', '3 c rule']],
  [
    'the first share',
    { routes: split(70, 30), draws: { split: 0.69 } },
    ['1 a share', '2 b share'],
  ],
  [
    'the second share',
    { routes: split(70, 30), draws: { split: 0.7 } },
    ['1 b share', '2 a share'],
  ],
  [
    'the last share: the others keep their order',
    { routes: split(50, 30, 20), draws: { split: 0.8 } },
    ['1 c share', '2 a share', '3 b share'],
  ],
  [
    'a split behind another route',
    { routes: [c as Route, ...split(50, 50)], draws: { split: 0.5 } },
    ['1 c rule', '2 b share', '3 a share'],
  ],
  [
    'a split with an account that is off: the rest share its part',
    { routes: split(50, 30, 20), off: ['a'], draws: { split: 0.6 } },
    ['1 c share', '2 b share', '- a accountOff'],
  ],
  [
    'two splits that stand side by side when the route between them is off',
    {
      routes: [{ account: 'a', share: 100 }, { account: 'b' }, { account: 'c', share: 100 }],
      off: ['b'],
      draws: { split: 0.9 },
    },
    ['1 a rule', '2 c rule', '- b accountOff'],
  ],
])('%s', (_, given, planned) => {
  expect(plan(given)).toEqual(planned);
});

test.each<[string, Case, string[]]>([
  [
    'more than 20 points below the best moves behind it',
    { routes, success: { a: [100, 69], b: [200, 180] } },
    ['1 b rule', '2 a success', '3 c rule'],
  ],
  [
    '20 points below stays',
    { routes, success: { a: [100, 70], b: [200, 180] } },
    ['1 a rule', '2 b rule', '3 c rule'],
  ],
  [
    'fewer than 50 attempts of it count nothing',
    { routes, success: { a: [49, 0], b: [200, 180] } },
    ['1 a rule', '2 b rule', '3 c rule'],
  ],
  [
    '50 attempts count',
    { routes, success: { a: [50, 0], b: [50, 50] } },
    ['1 b rule', '2 a success', '3 c rule'],
  ],
  [
    'fewer than 50 attempts of the best count nothing',
    { routes, success: { a: [100, 10], b: [49, 49] } },
    ['1 a rule', '2 b rule', '3 c rule'],
  ],
  [
    'several move behind the best in their order',
    { routes, success: { a: [100, 10], b: [100, 20], c: [100, 90] } },
    ['1 c rule', '2 a success', '3 b success'],
  ],
  [
    'one behind the best stays there',
    { routes, success: { a: [100, 90], c: [100, 20] } },
    ['1 a rule', '2 b rule', '3 c rule'],
  ],
  [
    "a split's first route as well",
    { routes: split(50, 50), success: { a: [100, 10], b: [100, 90] } },
    ['1 b share', '2 a success'],
  ],
  [
    'a probe keeps its place',
    { routes, success: { a: [100, 10], b: [100, 90] }, draws: { probe: 0.0499 } },
    ['1 a rule', '2 b rule', '3 c rule'],
  ],
  [
    'no more than 5 % are probes',
    { routes, success: { a: [100, 10], b: [100, 90] }, draws: { probe: 0.05 } },
    ['1 b rule', '2 a success', '3 c rule'],
  ],
  [
    'a best route whose circuit is open moves nothing',
    { routes, open: ['b'], success: { a: [100, 10], b: [100, 90] } },
    ['1 a rule', '2 c rule', '- b circuitOpen'],
  ],
])('by success: %s', (_, given, planned) => {
  expect(plan(given)).toEqual(planned);
});

test('draws follow the shares, and are the same for the same payment', () => {
  const firsts = Array.from({ length: 2000 }, (_, index) => drawBy(`deposit ${index}`)('split 0'));
  const part = firsts.filter((draw) => draw < 0.7).length / firsts.length;
  expect(part).toBeGreaterThan(0.66);
  expect(part).toBeLessThan(0.74);
  expect(firsts.every((draw) => draw >= 0 && draw < 1)).toBe(true);
  expect(drawBy('deposit 7')('split 0')).toBe(firsts[7]);
  // The probe is decided by itself: else only payments of the first route could be probes.
  expect(drawBy('deposit 7')('probe')).not.toBe(firsts[7]);
});
