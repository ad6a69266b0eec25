import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  convertMoney,
  type Decimal,
  decimalSchema,
  divideDecimals,
  fitsCurrency,
  negateDecimal,
  padToCurrency,
  readJsonNumber,
  toCurrencyDecimals,
} from './money.ts';

const digits = (least: number, most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most })
    .map((list) => list.join(''));

/** Any decimal of the schema, including leading and trailing zeros and minus zero. */
const decimals = fc
  .tuple(fc.boolean(), digits(1, 18), digits(0, 18))
  .map(
    ([isNegative, whole, fraction]): Decimal =>
      `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`,
  );

const plain = /^-?\d+(\.\d+)?$/;

/** The value as an integer of 10⁻¹⁸: an independent arithmetic to compare with. */
function toUnits(decimal: Decimal): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const units = BigInt(whole + fraction.padEnd(18, '0'));
  return sign === '-' ? -units : units;
}

test.each(['0', '50', '50.25', '-1', '0.000000000000000001', '9'.repeat(18)])(
  'accepts %s as a decimal',
  (text) => {
    expect(decimalSchema.parse(text)).toBe(text);
  },
);

test.each([
  '',
  ' 1',
  '1 ',
  '+1',
  '.5',
  '5.',
  '1,5',
  '1e5',
  '0x1',
  'NaN',
  '--1',
  '١',
  '1\n',
  '9'.repeat(19),
  `0.${'1'.repeat(19)}`,
  50,
  null,
])('rejects %j as a decimal', (value) => {
  expect(decimalSchema.safeParse(value).success).toBe(false);
});

test('adds exactly, in plain digits', () => {
  fc.assert(
    fc.property(decimals, decimals, (left, right) => {
      const sum = addDecimals(left, right);
      expect(sum).toMatch(plain);
      expect(toUnits(sum)).toBe(toUnits(left) + toUnits(right));
    }),
  );
});

test('has no float artefacts', () => {
  expect(addDecimals('0.1', '0.2')).toBe('0.3');
  expect(addDecimals('9007199254740993', '1')).toBe('9007199254740994');
  expect(addDecimals('0.000000000000000001', '0')).toBe('0.000000000000000001');
});

test('negates exactly, and twice returns the same value', () => {
  fc.assert(
    fc.property(decimals, (value) => {
      const negated = negateDecimal(value);
      expect(negated).toMatch(plain);
      expect(toUnits(negated)).toBe(-toUnits(value));
      expect(compareDecimals(negateDecimal(negated), value)).toBe(0);
      expect(addDecimals(value, negated)).toBe('0');
    }),
  );
});

test('has one spelling of zero', () => {
  expect(negateDecimal('0')).toBe('0');
  expect(negateDecimal('0.00')).toBe('0');
  expect(compareDecimals('-0', '0.000')).toBe(0);
});

test('compares by value, not by spelling', () => {
  fc.assert(
    fc.property(decimals, decimals, (left, right) => {
      const [a, b] = [toUnits(left), toUnits(right)];
      expect(compareDecimals(left, right)).toBe(a < b ? -1 : Number(a > b));
      expect(compareDecimals(left, left)).toBe(0);
    }),
  );
});

const currencies = fc.constantFrom('JPY', 'EUR', 'KWD', 'BTC');

test('keeps the value of an amount whose decimals fit the currency', () => {
  fc.assert(
    fc.property(decimals, currencies, (amount, currency) => {
      const written = toCurrencyDecimals(amount, currency);
      expect(written).toMatch(plain);
      expect(fitsCurrency(written, currency)).toBe(true);
      expect(compareDecimals(written, amount) === 0).toBe(fitsCurrency(amount, currency));
    }),
  );
});

test.each([
  ['50', 'USD', '50.00'],
  ['10.005', 'USD', '10.01'],
  ['10.004', 'USD', '10.00'],
  ['-10.005', 'USD', '-10.01'],
  ['-0.001', 'USD', '0.00'],
  ['0.5', 'JPY', '1'],
  ['1.5', 'KWD', '1.500'],
  ['1', 'BTC', '1.00000000'],
])('formats %s %s with the decimals of its currency', (amount, currency, written) => {
  expect(toCurrencyDecimals(amount, currency)).toBe(written);
});

test.each([
  ['10.00', 'USD', true],
  ['10.005', 'USD', false],
  ['10.0', 'JPY', true],
  ['10.1', 'JPY', false],
  ['0.00000001', 'BTC', true],
  ['0.000000001', 'BTC', false],
])('knows whether %s fits %s', (amount, currency, fits) => {
  expect(fitsCurrency(amount, currency)).toBe(fits);
});

test('converts exactly: the credited amount and the rounding add up to the product', () => {
  const positive = fc.tuple(digits(1, 12), digits(1, 8)).map((parts): Decimal => parts.join('.'));
  fc.assert(
    fc.property(
      positive,
      positive,
      fc.constantFrom('EUR', 'JPY', 'KWD', 'BTC'),
      (amount, rate, currency) => {
        const { money, rounding } = convertMoney({ amount, currency: 'USD' }, rate, currency);
        expect(money.currency).toBe(currency);
        expect(fitsCurrency(money.amount, currency)).toBe(true);
        // 10⁻¹⁸ squared is 10⁻³⁶; a product of two values with at most 8 decimals fits into 18.
        expect(toUnits(amount) * toUnits(rate)).toBe(
          (toUnits(money.amount) + toUnits(rounding)) * 10n ** 18n,
        );
        expect(compareDecimals(rounding, '0')).toBeGreaterThanOrEqual(0);
        const oneMore = { EUR: '0.01', JPY: '1', KWD: '0.001', BTC: '0.00000001' }[currency];
        expect(compareDecimals(rounding, oneMore ?? '0')).toBe(-1);
      },
    ),
  );
});

test('divides to 18 decimals and never exceeds the quotient', () => {
  expect(divideDecimals('1', '3')).toBe('0.333333333333333333');
  expect(divideDecimals('2', '3')).toBe('0.666666666666666666');
  expect(divideDecimals('1', '1.08')).toBe('0.925925925925925925');
  expect(divideDecimals('5', '2')).toBe('2.5');
  const divisors = fc.integer({ min: 1, max: 1_000_000_000 }).map(String);
  fc.assert(
    fc.property(divisors, divisors, (dividend, divisor) => {
      const quotient = toUnits(divideDecimals(dividend, divisor));
      expect(quotient).toBe((BigInt(dividend) * 10n ** 18n) / BigInt(divisor));
    }),
  );
});

test.each([
  ['1.08', '1.08'],
  ['2e-7', '0.0000002'],
  ['1.5E+3', '1500'],
  ['0.0000000000000000019', '0.000000000000000001'],
])('parses the JSON number %s as %s', (text, decimal) => {
  expect(readJsonNumber(text)).toBe(decimal);
});

test.each(['', 'NaN', '1e', '1e100', '1e99', '1.', '.5', ' 1', '9'.repeat(19)])(
  'parses no number from %j',
  (text) => {
    expect(readJsonNumber(text)).toBeNull();
  },
);

test.each([
  ['20', 'EUR', '20.00'],
  ['0', 'EUR', '0.00'],
  ['-5.5', 'EUR', '-5.50'],
  ['20.000', 'EUR', '20.00'],
  ['0.0050', 'EUR', '0.005'],
  ['20', 'JPY', '20'],
  ['1.5', 'KWD', '1.500'],
  ['0.025', 'ETH', '0.02500000'],
  ['0.000000000000000001', 'ETH', '0.000000000000000001'],
])('%s %s is padded to %s', (amount, currency, padded) => {
  expect(padToCurrency(amount, currency)).toBe(padded);
});

test('padding never changes an amount', () => {
  fc.assert(
    fc.property(decimals, fc.constantFrom('EUR', 'JPY', 'KWD', 'BTC'), (amount, currency) => {
      expect(compareDecimals(padToCurrency(amount, currency), amount)).toBe(0);
    }),
  );
});
