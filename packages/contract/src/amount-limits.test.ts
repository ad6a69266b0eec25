import { expect, test } from 'vitest';
import { validateAmount } from './amount.ts';
import type { AmountLimits } from './amount-limits.ts';
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
  // RUB has a minimum of its own for players outside of Russia.
  ['RUB', 'ru', { min: '500', max: '50000' }],
  ['RUB', 'kz', { min: '1000', max: '50000' }],
  // EUR has none, so its minimum holds in every country.
  ['EUR', 'ru', { min: '10', max: '500' }],
  // More decimals than the currency has are rounded.
  ['JPY', 'jp', { min: '100', max: '1000' }],
  // Unknown limits are 0; a property of every object is no currency.
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
  // As a float this is 1.005 - 1e-16, which would round down.
  ['EUR', '1.005', '1.01'],
  ['KWD', '1.0005', '1.001'],
  ['BTC', '0.000000015', '0.00000002'],
  // Too large for a float
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
    'its own range, even below the method’s',
    trc20,
    { min: '10', max: '500' },
    trc20.limits ?? unknownLimits,
  ],
  [
    'the method’s range if it has none',
    erc20,
    { min: '10', max: '500' },
    { min: '10', max: '500' },
  ],
  [
    'the method’s minimum, even a small one',
    erc20,
    { min: '0.05', max: '0.50' },
    { min: '0.05', max: '0.50' },
  ],
  [
    'a minimum of 1 if the method’s is 0',
    erc20,
    { min: '0', max: '500' },
    { min: '1', max: '500' },
  ],
  // The method's limit and the player's limit hold for every network.
  [
    'a maximum of what the player’s limit leaves',
    trc20,
    { min: '10', max: '80.50' },
    { min: '5', max: '80.50' },
  ],
  [
    'a maximum of 0 if nothing is left',
    trc20,
    { min: '10', max: '0.00' },
    { min: '5', max: '0.00' },
  ],
  [
    'limits of 0.01 to 0, not unknown ones',
    bep20,
    { min: '10', max: '0.00' },
    { min: '0.01', max: '0.00' },
  ],
  // With its own range alone, amounts would pass that nobody allowed.
  ['unknown limits if the method’s are', trc20, { min: '0', max: '0' }, { min: '0', max: '0' }],
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
  // No network chosen, or one that isn't offered: the method's own limits hold.
  [{}, '9', 'belowMin'],
  [{ network: 'constructor' }, '9', 'belowMin'],
  [{ other: 'trc20' }, '9', 'belowMin'],
])('with the values %j, the amount %s is %s', (values, amount, kind) => {
  const limits = limitsForFields({ fields }, values, { min: '10', max: '500' }, 'EUR');
  expect(validateAmount(amount, 'EUR', limits)?.kind ?? null).toBe(kind);
});

test('a method without networks or fields keeps its limits', () => {
  const limits = { min: '10', max: '500' };
  expect(limitsForFields({}, { network: 'trc20' }, limits, 'EUR')).toBe(limits);
  expect(limitsForFields({ fields: [] }, {}, limits, 'EUR')).toBe(limits);
});

test('the rules of an amount come from the amount field only', () => {
  expect(amountFieldRules({ fields })).toEqual([{ regex: '^\\d+$' }]);
  expect(amountFieldRules({ fields: [networks] })).toEqual([]);
  expect(amountFieldRules({})).toEqual([]);
});
