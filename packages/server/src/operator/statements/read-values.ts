/** The most characters of a payment's text. */
const longestText = 1000;

/** Cuts a text at 1,000 characters; null if it is empty. */
export function cutText(text: string): string | null {
  // A character has one or two units of a string.
  const units = text.trim().slice(0, 2 * longestText);
  return Array.from(units).slice(0, longestText).join('') || null;
}

/** Joins the texts of a payment up to 1,000 characters; what an earlier one has isn't repeated. */
export function joinTexts(texts: readonly string[], mark = ' '): string | null {
  let joined = '';
  for (const text of texts) {
    if (joined.length > 2 * longestText) break;
    if (!joined.includes(text)) joined = joined === '' ? text : `${joined}${mark}${text}`;
  }
  return cutText(joined);
}

/** The most characters of an account's number. */
const longestAccount = 100;

/** Returns the number of a payer's account; null if it is empty or longer than any. */
export function readPayerAccount(text: string): string | null {
  const number = text.trim();
  return number === '' || number.length > longestAccount ? null : number;
}

/** When a movement was booked. */
export interface Booked {
  /** The day as the file has it. */
  day: string;
  at: Date;
}

/**
 * Reads a booking date as XML Schema and ISO 8601 spell it; null if it isn't one. Only a time with a
 * zone is a moment. A day, and a time without a zone, is midnight UTC: the matching takes that for
 * the whole day in the account's own time zone.
 */
export function readMoment(text: string): Booked | null {
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+?))?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim()) ?? undefined;
  const [, day = '', time, zone] = parts ?? [];
  if (!isDay(day)) return null;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (time === undefined) return { day, at: midnight };
  if (!/^([01]\d|2[0-4]):[0-5]\d(:[0-5]\d(\.\d{1,12})?)?$/.test(time)) return null;
  const at = zone === undefined ? midnight : new Date(`${day}T${time}${zone}`);
  return Number.isNaN(at.getTime()) ? null : { day, at };
}

/** Whether a text is a day of the calendar; the 30th of February isn't. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
