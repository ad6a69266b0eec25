import { type Decimal, decimalsOf } from '@kassa/contract';

/** A mark between thousands. The space stands for any space that is used so. */
export type GroupMark = ',' | '.' | ' ' | "'";

/** How a source of evidence writes its amounts. */
export interface MoneyFormat {
  decimalMark: '.' | ',';
  /**
   * `none`: amounts have no mark between thousands. `unstated`: nobody has said so. A mark that can't
   * be decimal is one then, and a decimal point may be one.
   */
  groupMark: GroupMark | 'none' | 'unstated';
  /** A minus may stand before an amount. */
  isSigned: boolean;
}

/** XML Schema's decimals (`5.`, `.5`, `+5`) of ISO 20022, which are never less than zero. */
export const xmlFormat: MoneyFormat = { decimalMark: '.', groupMark: 'none', isSigned: false };

/** JSON numbers, and decimal strings like them. */
export const jsonFormat: MoneyFormat = { decimalMark: '.', groupMark: 'none', isSigned: true };

/** An exact amount that its currency can have, or what is wrong with the text; no words of it. */
export type ReadMoney = { amount: Decimal } | { problem: string };

const malformed: ReadMoney = { problem: 'is malformed' };

/**
 * Reads an amount of evidence. More decimals than the currency has are a problem, since the amount
 * isn't money then; zeros behind don't count. So is a text with two readings: `1.000`, while the
 * format doesn't say whether its mark is decimal. Nothing is rounded or guessed.
 */
export function readMoney(text: string, currency: string, format: MoneyFormat): ReadMoney {
  const { decimalMark, groupMark, isSigned } = format;
  const signed = isSigned ? /^([+\-\u2212]?)\s*(.*)$/ : /^(\+?)(.*)$/;
  const [, sign = '', unsigned = ''] = signed.exec(text.trim()) ?? [];
  const [grouped = '', fraction = '', ...more] = unsigned.split(decimalMark);
  const hasFraction = unsigned.includes(decimalMark);
  const whole =
    joinGroups(grouped, { decimalMark, groupMark, hasFraction }).replace(/^0+(?=\d)/, '') || '0';
  const exact = fraction.replace(/0+$/, '');
  const isDecimal = /^\d{1,18}$/.test(whole) && /^\d*$/.test(fraction) && more.length === 0;
  if (!isDecimal || grouped + fraction === '') return malformed;
  const decimals = decimalsOf(currency);
  if (exact.length > decimals) return { problem: `has more decimals than ${currency}` };
  const mayBeGroup =
    decimalMark === '.' &&
    groupMark === 'unstated' &&
    fraction.length === 3 &&
    /^[1-9]\d{0,2}$/.test(grouped);
  if (mayBeGroup) {
    const readings = `${join(whole, exact)} or ${whole}${fraction}`;
    return { problem: `may be ${readings}: state groupMark in the account's format` };
  }
  const isMinus = sign !== '' && sign !== '+';
  return { amount: `${isMinus ? '-' : ''}${join(whole, fraction.slice(0, decimals))}` };
}

const join = (whole: string, fraction: string): Decimal =>
  fraction === '' ? whole : `${whole}.${fraction}`;

/** Any space, and any apostrophe, that stands between thousands. */
const spaces = /[\u0020\u00a0\u2007\u2009\u202f]/g;
const apostrophes = /[\u2019\u02bc\u00b4]/g;

/** Groups of three digits. A zero before a group is no thousand. */
const threes = /^[1-9]\d{0,2}(?<mark>[ ',.])\d{3}(?:\k<mark>\d{3})*$/;
/** India's lakhs and crores: `1,00,000`. */
const twos = /^[1-9]\d?(?:,\d\d)+,\d{3}$/;

/** Takes the marks out of `1 234 567`; a text that isn't grouped so stays as it is. */
function joinGroups(
  text: string,
  { decimalMark, groupMark, hasFraction }: Omit<MoneyFormat, 'isSigned'> & { hasFraction: boolean },
): string {
  if (groupMark === 'none' || /^\d*$/.test(text)) return text;
  const plain = text.replaceAll(spaces, ' ').replaceAll(apostrophes, "'");
  const mark = threes.exec(plain)?.groups?.mark ?? (twos.test(plain) ? ',' : null);
  if (mark === null || mark === decimalMark) return text;
  const [, ...groups] = plain.split(mark);
  const isMark =
    groupMark === 'unstated'
      ? mark === ' ' || mark === "'" || hasFraction || groups.length > 1
      : mark === groupMark;
  return isMark ? plain.replaceAll(mark, '') : text;
}
