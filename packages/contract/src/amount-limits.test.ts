import { expect, test } from 'vitest';
import { type AmountLimits, validateAmount } from './amount.ts';
import {
  amountFieldRules,
  limitsForFields,
  methodLimits,
  networkLimits,
  roundLimits,
  unknownLimits,
} from './amount-limits.ts';
import type { FieldDefinition, FieldOf } from './entities/field.ts';

const rules = {
  EUR: { min: '10', max: '500' },
  RUB: { min: '500', max: '50000', minNonRus: '1000' },
  JPY: { min: '99.5', max: '1000.4' },
};

test.each([
  ['EUR', 'de', { min: '10', max: '500' }],
  // A minimum for players outside of Russia, and only for them
  ['RUB', 'ru', { min: '500', max: '50000' }],
  ['RUB', 'kz', { min: '1000', max: '50000' }],
  // Where there is none, the minimum is everybody's.
  ['EUR', 'ru', { min: '10', max: '500' }],
  // More decimals than the currency has are rounded.
  ['JPY', 'jp', { min: '100', max: '1000' }],
  // Nothing known: 0, and not what an object has by itself.
  ['USD', 'de', { min: '0', max: '0' }],
  ['constructor', 'de', { min: '0', max: '0' }],
])('the limits in %s of a player in %s', (currency, country, limits) => {
  expect(methodLimits({ amount_rules: rules }, currency, country)).toEqual(limits);
});

test.each([
  ['EUR', '10', '10'],
  ['EUR', '10.5', '10.50'],
  ['EUR', '10.005', '10.01'],
  ['EUR', '10.004', '10.00'],
  // A float of it is 1.005 - 1e-16, and would be rounded down.
  ['EUR', '1.005', '1.01'],
  ['KWD', '1.0005', '1.001'],
  ['BTC', '0.000000015', '0.00000002'],
  // Past what a float can hold
  ['EUR', '9007199254740993.255', '9007199254740993.26'],
])('a limit in %s of %s is %s', (currency, limit, rounded) => {
  expect(roundLimits({ min: limit, max: limit }, currency)).toEqual({
    min: rounded,
    max: rounded,
  });
});

const networks: FieldOf<'networks'> = {
  name: 'network',
  type: 'networks',
  values: [
    { value: 'trc20', text: { en: 'TRC-20' }, limits: { min: '5', max: '200' } },
    { value: 'erc20', text: { en: 'ERC-20' } },
    { value: 'bep20', text: { en: 'BEP-20' }, limits: { min: '0', max: '200' } },
  ],
};
const [trc20, erc20, bep20] = networks.values as [
  (typeof networks.values)[number],
  (typeof networks.values)[number],
  (typeof networks.values)[number],
];

test.each<[string, typeof trc20, AmountLimits, AmountLimits]>([
  [
    'its own range, below the method’s too',
    trc20,
    { min: '10', max: '500' },
    trc20.limits ?? unknownLimits,
  ],
  ['the method’s where it has none', erc20, { min: '10', max: '500' }, { min: '10', max: '500' }],
  [
    'the method’s, a small one too',
    erc20,
    { min: '0.05', max: '0.50' },
    { min: '0.05', max: '0.50' },
  ],
  ['from 1 where that says nothing', erc20, { min: '0', max: '500' }, { min: '1', max: '500' }],
  // The player's own limit, or the method's, is a limit of every network.
  ['no more than is left', trc20, { min: '10', max: '80.50' }, { min: '5', max: '80.50' }],
  ['nothing where nothing is left', trc20, { min: '10', max: '0.00' }, { min: '5', max: '0.00' }],
  ['nothing, and not "unknown"', bep20, { min: '10', max: '0.00' }, { min: '0.01', max: '0.00' }],
  // Its range alone would let pass what nobody has allowed.
  ['unknown where the method’s are', trc20, { min: '0', max: '0' }, { min: '0', max: '0' }],
])('a network has %s', (_, network, limits, expected) => {
  expect(networkLimits(network, limits, 'EUR')).toEqual(expected);
});

const fields: FieldDefinition[] = [
  { name: 'amount', type: 'amount', validations: [{ regex: '^\\d+$' }] },
  networks,
];

test.each([
  [{ network: 'trc20' }, '5', null],
  [{ network: 'trc20' }, '200.01', 'aboveMax'],
  [{ network: 'erc20' }, '10', null],
  [{ network: 'erc20' }, '9.99', 'belowMin'],
  [{ network: 'erc20' }, '500', null],
  // None chosen, or one that isn't offered: the method's own limits
  [{}, '9', 'belowMin'],
  [{ network: 'constructor' }, '9', 'belowMin'],
  [{ other: 'trc20' }, '9', 'belowMin'],
])('with %j chosen, %s is %s', (values, amount, kind) => {
  const limits = limitsForFields({ fields }, values, { min: '10', max: '500' }, 'EUR');
  expect(validateAmount(amount, 'EUR', limits)?.kind ?? null).toBe(kind);
});

test('a method without networks has the limits it has, and none without fields', () => {
  const limits = { min: '10', max: '500' };
  expect(limitsForFields({}, { network: 'trc20' }, limits, 'EUR')).toBe(limits);
  expect(limitsForFields({ fields: [] }, {}, limits, 'EUR')).toBe(limits);
});

test('the rules of an amount are those of its field, and of no other', () => {
  expect(amountFieldRules({ fields })).toEqual([{ regex: '^\\d+$' }]);
  expect(amountFieldRules({ fields: [networks] })).toEqual([]);
  expect(amountFieldRules({})).toEqual([]);
});
