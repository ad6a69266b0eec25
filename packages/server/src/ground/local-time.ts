import * as z from 'zod/mini';

/** An IANA name; offsets such as +05:00 aren't, as they know no summer time. */
export const timeZoneSchema = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(isTimeZone, 'must be an IANA time zone such as Asia/Tashkent or UTC'),
  );

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the day (`2026-11-23`) and the minutes since midnight in a time zone. */
export function localTime(now: Date, timeZone: string): { day: string; minutes: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const day = ['year', 'month', 'day'].map((name) => parts.get(name as 'day')).join('-');
  return { day, minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}
