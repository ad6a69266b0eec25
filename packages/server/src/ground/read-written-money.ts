import { marksOf } from './currency-marks.ts';
import { type MoneyFormat, type ReadMoney, readMoney } from './read-money.ts';

/** Longer than any amount with what stands around it. */
const longest = 100;

/** Marks of the direction of writing, which a copy from a page brings along. */
const invisible = /[\u061c\u200b\u200e\u200f\u2060\ufeff]/g;

const anySpace = /[\t\u0020\u00a0\u2007\u2009\u202f]/g;

const minus = /[-\u2012\u2013\u2212]/;
const signBefore = /^[-+\u2012\u2013\u2212]/;
/** `500,-`, as German, Swiss and Dutch people write whole amounts: its dash is no sign. */
const dashForDecimals = /[.,] ?[-\u2012-\u2015\u2212]{1,2}(?!\d)/;
const signBehind = /[-+\u2012\u2013\u2212]$/;

/**
 * Reads an amount as people write it: the currency's sign or code before or behind the number, its
 * sign on either side, parentheses for a negative one. A sign of another currency is a problem, and so are
 * two signs. The number itself is read by {@link readMoney}.
 */
export function readWrittenMoney(text: string, currency: string, format: MoneyFormat): ReadMoney {
  if (text.trim().length > longest) return { problem: 'is malformed' };
  if (dashForDecimals.test(text)) return { problem: 'has a dash instead of decimals' };
  const bare = takeMarks(text.replaceAll(invisible, '').replaceAll(anySpace, ' '), currency);
  if (bare === null) return { problem: 'is malformed' };
  const named = /\p{Sc}|\b[A-Z]{3}\b/u.exec(bare.number)?.[0];
  if (named !== undefined && !marksOf(currency).includes(named.toLowerCase())) {
    return { problem: `has a sign of another currency than ${currency}` };
  }
  // The sign has been taken off.
  if (!/^[\d.,]/.test(bare.number)) return { problem: 'is malformed' };
  const read = readMoney(bare.number, currency, format);
  if ('problem' in read || !bare.isMinus) return read;
  return { amount: `-${read.amount}` };
}

/** Takes what stands around a number off; null if it has two signs. */
function takeMarks(text: string, currency: string): { number: string; isMinus: boolean } | null {
  const marks = marksOf(currency);
  let number = text.trim();
  let isMinus: boolean | null = null;
  for (;;) {
    const before: string = number;
    const sign: string | undefined = (signBefore.exec(number) ?? signBehind.exec(number))?.[0];
    const inner: string | undefined = /^\((.*)\)$/.exec(number)?.[1];
    if (sign !== undefined || inner !== undefined) {
      if (isMinus !== null) return null;
      isMinus = sign === undefined || minus.test(sign);
      const start = signBefore.test(number) ? 1 : 0;
      number = inner ?? (start === 1 ? number.slice(1) : number.slice(0, -1));
    }
    number = takeCurrency(number.trim(), marks).trim();
    if (number === before) return { number, isMinus: isMinus ?? false };
  }
}

const afterWord = /^\p{L}[\p{L}.,]|^[^\p{L}]\p{L}/u;

/** Takes a currency's mark off one end; a part of a longer word is none. */
function takeCurrency(text: string, marks: readonly string[]): string {
  const plain = text.toLowerCase();
  // In `kr.50` the dot may belong to either side.
  const first = marks.find(
    (it) => plain.startsWith(it) && !afterWord.test(plain.slice(it.length - 1)),
  );
  if (first !== undefined) return text.slice(first.length);
  const last = marks.find(
    (it) => plain.endsWith(it) && !/\p{L}$/u.test(plain.slice(0, -it.length)),
  );
  return last === undefined ? text : text.slice(0, -last.length);
}
