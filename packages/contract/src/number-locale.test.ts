import { expect, test } from 'vitest';
import { numberLocale } from './number-locale.ts';

/** Returns how a locale writes amounts; the symbol is that of Intl. */
const write = (locale: string) => {
  const options = { style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' } as const;
  const format = new Intl.NumberFormat(locale, options);
  return [0.5, 1234.5, 12_345.6, 1_234_567.8].map((amount) => format.format(amount));
};

const digitsOf = (amounts: string[]) =>
  amounts.map((amount) => amount.replace(/[^\d.,\s]/g, '').trim());

// Node has the data of all languages (Unicode CLDR).
test.each(['az', 'bs', 'hy', 'is', 'ka', 'kk', 'ky', 'lo', 'mk', 'sq', 'tg', 'tk', 'uz'])(
  'numbers of %s are those of the language that stands in for it',
  (language) => {
    const written = write(`${language}-u-nu-latn`);
    const standIn = write(numberLocale(`${language}-u-nu-latn`));
    expect(digitsOf(standIn)).toEqual(digitsOf(written));
    if (language !== 'lo') expect(standIn).toEqual(written);
  },
);

test.each(['az', 'kk', 'ky', 'uz'])('plural forms of %s are those of its stand-in', (language) => {
  const own = new Intl.PluralRules(language);
  const standIn = new Intl.PluralRules(numberLocale(language));
  for (let count = 0; count <= 1000; count += 1)
    expect(standIn.select(count)).toBe(own.select(count));
});

test.each(['en-IN', 'fil-PH', 'kok-IN', 'ru-KZ', 'en-KZ-u-nu-latn-x-num-kk-KZ'])(
  '%s stands for itself',
  (locale) => {
    expect(numberLocale(locale)).toBe(locale);
  },
);
