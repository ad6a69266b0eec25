import { describe, expect, it, test } from 'vitest';
import { depositSummarySchema } from './calls/deposit-list.ts';
import { depositStatus } from './calls/deposit-status.ts';
import {
  currencySchema,
  decimalsOf,
  isFiat,
  knownCurrencies,
  namedCurrencies,
  symbolOf,
} from './currencies.ts';
import { bonusSchema } from './entities/bonus.ts';
import { userSchema } from './entities/user.ts';
import { withdrawalSchema } from './entities/withdrawal.ts';
import { hostDataSchema } from './host-messages.ts';
import { normalizeCurrency } from './normalize-currency.ts';
import { depositStatusPushSchema, withdrawalStatusPushSchema } from './realtime.ts';

test.each(['BTC', 'ETH', 'LTC', 'USDT', 'TRX', 'USDC', 'TON', 'DOGE', 'BNB'])(
  '%s is a cryptocurrency with 8 decimals',
  (currency) => {
    expect(isFiat(currency)).toBe(false);
    expect(decimalsOf(currency)).toBe(8);
  },
);

test.each([
  ['EUR', 2],
  ['IDR', 2],
  ['QGC', 2],
  // ISO 4217: no minor unit
  ['BIF', 0],
  ['JPY', 0],
  ['XOF', 0],
  // ISO 4217: three decimals
  ['KWD', 3],
  ['TND', 3],
])('%s has %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

test.each(['eur', 'EU', '1EUR', 'EUR ', 'EUROEUROEUR', '', '__proto__'])('rejects %j', (text) => {
  expect(currencySchema.safeParse(text).success).toBe(false);
});

test.each(['constructor', '__proto__', 'toString', 'XYZ', ''])(
  'treats %j as an ordinary currency',
  (currency) => {
    expect(decimalsOf(currency)).toBe(2);
    expect(isFiat(currency)).toBe(true);
  },
);

test('reads an account in gold coins as sweep coins, and any other as it is', () => {
  expect(normalizeCurrency('QGC')).toBe('QSC');
  expect(normalizeCurrency('QSC')).toBe('QSC');
  expect(normalizeCurrency('EUR')).toBe('EUR');
  expect(normalizeCurrency('constructor')).toBe('constructor');
});

const deposit = {
  depositId: 'd',
  amount: '5',
  currency: 'QGC',
  processingAmount: '5',
  processingCurrency: 'QGC',
};
const asked = { reference: 'KS-7Q2M-41XK', status: 'PAYED' };
const summary = { paymentMethod: 'card', createdAt: '', expiresAt: '', canContinue: false };
const withdrawal = { withdrawalId: 'w', status: 'PAID', amount: '5', currency: 'QGC' };
const bonus = {
  id: 'b',
  type: 'deposit',
  currency: 'QGC',
  mustAccruedBefore: '2030-01-01T00:00:00Z',
  content: { title: 'x' },
};

test.each<[string, { parse: (value: unknown) => unknown }, object]>([
  [
    'the player and their balance',
    userSchema,
    {
      id: 'p',
      currency: 'QGC',
      country: 'us',
      balanceData: { primary: { amount: '5', currency: 'QGC' } },
    },
  ],
  ['a bonus', bonusSchema, bonus],
  ["the host's data", hostDataSchema, { currency: 'QGC', bonusList: [bonus] }],
  ['a deposit', depositStatus.response, { ...deposit, ...asked }],
  ['a deposit of a list', depositSummarySchema, { ...deposit, ...asked, ...summary }],
  ['a push of a deposit', depositStatusPushSchema, { ...deposit, status: 1 }],
  [
    'a withdrawal',
    withdrawalSchema,
    {
      ...withdrawal,
      reference: 'KW-7Q2M-41XK',
      paymentMethod: 'x',
      fee: '0',
      arrives: { amount: '5', currency: 'QGC' },
      paidAmount: null,
      destination: null,
      createdAt: 1,
      sendsAfter: null,
      isCancelable: false,
      endReason: null,
      transaction: null,
    },
  ],
  [
    'a push of a withdrawal',
    withdrawalStatusPushSchema,
    { ...withdrawal, status: 1, word: 'PAID' },
  ],
])('%s in gold coins is read as sweep coins (§3)', (_, schema, value) => {
  const read = JSON.stringify(schema.parse(value));
  expect(read).toContain('QSC');
  expect(read).not.toContain('QGC');
});

describe('the currencies that accounts and methods may be in', () => {
  it('are listed once, and include all currencies of the table of exceptions', () => {
    expect(new Set(knownCurrencies).size).toBe(knownCurrencies.length);
    expect(knownCurrencies.length).toBeGreaterThanOrEqual(90);
    expect(namedCurrencies().filter((code) => !knownCurrencies.includes(code))).toEqual([]);
  });

  it.each(knownCurrencies)('%s is a code known to Intl, or a coin', (code) => {
    expect(currencySchema.safeParse(code).success).toBe(true);
    const isIso = Intl.supportedValuesOf('currency').includes(code);
    expect(isIso || !isFiat(code)).toBe(true);
  });

  it.each(knownCurrencies)('%s has a symbol, or is written as its code for a reason', (code) => {
    const shown = symbolOf(code);
    if (decimalsOf(code) === 8) {
      // §5: crypto is displayed with its code.
      expect(shown).toEqual({ isSuffix: true, symbol: code });
    } else if (shown.symbol !== undefined) {
      expect(shown.symbol).not.toBe('');
      if (!writtenByCode.has(code)) expect(shown.symbol).not.toBe(code);
    } else if (!writtenByCode.has(code)) {
      // The dirham, the riyal and others have a symbol in Arabic; other scripts use their codes.
      expect(['en', 'ar'].some((locale) => intlSymbol(code, locale) !== code)).toBe(true);
    }
  });
});

/** Always written as codes: the franc has no sign, and the manat's sign means Azerbaijan's. */
const writtenByCode: ReadonlySet<string> = new Set(['CHF', 'TMT']);

function intlSymbol(currency: string, locale: string): string | undefined {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value;
}
