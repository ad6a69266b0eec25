import { symbolOf } from '@kassa/contract';

/** Languages whose symbols of currencies banks write. */
const languages = ['en', 'ar', 'hi', 'kk', 'pl', 'pt', 'ru', 'tr', 'uk', 'uz', 'vi', 'zh'];

/** Marks that banks write and neither `Intl` nor the contract has, in lower case. */
const written: Readonly<Record<string, readonly string[]>> = {
  BDT: ['tk', 'tk.'],
  CHF: ['fr.', 'sfr.'],
  CNY: ['￥', '元', 'rmb'],
  DKK: ['kr.'],
  EUR: ['euro'],
  IDR: ['rp.'],
  INR: ['rs', 'rs.'],
  ISK: ['kr.'],
  JPY: ['￥', '円'],
  KZT: ['тг', 'тг.', 'тенге'],
  LKR: ['rs', 'rs.'],
  NGN: ['n', '=n='],
  NOK: ['kr.'],
  NPR: ['rs', 'rs.'],
  PKR: ['rs', 'rs.'],
  RUB: ['руб', 'руб.', 'р', 'р.'],
  SEK: ['kr.'],
  TRY: ['tl'],
  UAH: ['грн', 'грн.'],
  UZS: ["so'm", 'сум'],
  VND: ['đ', 'vnđ'],
};

const known = new Map<string, readonly string[]>();

/**
 * Returns the signs, abbreviations and the code by which an amount may name its currency, in lower
 * case, the longest first. Several currencies may share one: `$`, `kr`.
 */
export function marksOf(currency: string): readonly string[] {
  const found = known.get(currency) ?? findMarks(currency);
  known.set(currency, found);
  return found;
}

function findMarks(currency: string): readonly string[] {
  const { symbol = currency } = symbolOf(currency);
  const marks = new Set([currency, symbol, ...intlMarks(currency), ...(written[currency] ?? [])]);
  return [...marks]
    .map((mark) =>
      mark
        .replaceAll(/[\u200e\u200f]/g, '')
        .replaceAll(/\s/g, ' ')
        .toLowerCase(),
    )
    .sort((one, other) => other.length - one.length);
}

/** `Intl` knows the currencies of ISO 4217, whose codes have three letters. */
function intlMarks(currency: string): string[] {
  if (!/^[A-Z]{3}$/.test(currency)) return [];
  return languages.flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value),
    ),
  );
}
