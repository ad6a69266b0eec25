import { datePart } from '../../brands/date-format.ts';
import { monthOf } from './month-names.ts';
import { type Booked, isDay, readMoment } from './read-values.ts';

/** A time behind a date, of 24 or 12 hours. */
const time = String.raw`(?:[T ,]+\d{1,2}(?:[:.]?\d\d){1,2}(?:[.,]\d{1,9})?(?: ?[APap]\.?[Mm]\.?)?)?`;

/**
 * Reads a date in a format's order; null if it isn't one. `yy` is a year from 2000. A time without
 * a zone is its day.
 */
export function readDate(text: string, dateFormat: string): Booked | null {
  if (dateFormat === 'yyyy-mm-dd') return readMoment(text);
  const names: string[] = dateFormat.match(datePart) ?? [];
  const [, ...values] = patternOf(dateFormat).exec(text.replaceAll(/[\s\u202f]+/g, ' ')) ?? [];
  const part = (letter: string) => values[names.findIndex((it) => it.startsWith(letter))] ?? '';
  const year = part('y').padStart(4, '20');
  const month = /^\d/.test(part('m')) ? part('m').padStart(2, '0') : monthOf(part('m'));
  const day = `${year}-${month}-${part('d').padStart(2, '0')}`;
  return isDay(day) ? { day, at: new Date(`${day}T00:00:00Z`) } : null;
}

const patterns = new Map<string, RegExp>();

function patternOf(dateFormat: string): RegExp {
  const known = patterns.get(dateFormat) ?? buildPattern(dateFormat);
  patterns.set(dateFormat, known);
  return known;
}

function buildPattern(dateFormat: string): RegExp {
  // Without a mark between them, the parts have all their digits.
  const digits = /[^a-z]/.test(dateFormat) ? String.raw`(\d{1,2})` : String.raw`(\d\d)`;
  const source = dateFormat.replaceAll(/yyyy|yy|mmmm|mmm|mm|dd|[-./, ]/g, (part) => {
    if (part === 'yyyy') return String.raw`(\d{4})`;
    if (part === 'yy') return String.raw`(\d\d)`;
    if (part.startsWith('mmm')) return String.raw`([\p{L}\p{M}]+)\.?`;
    return /[md]/.test(part) ? digits : `[${part}]`;
  });
  return new RegExp(`^${source}${time}$`, 'u');
}
