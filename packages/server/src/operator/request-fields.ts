import * as z from 'zod/mini';

/** A time in responses: ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/** A day of the calendar, in UTC. */
export const daySchema = z.iso.date();

/** A time or a whole day, as requests give the ends of a range. */
export const rangeEndSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const dayMs = 24 * 3600_000;

/** Returns the start (inclusive) and end (exclusive) of a day in UTC. */
export function dayRange(day: string): { start: Date; end: Date } {
  const start = new Date(`${day}T00:00:00Z`);
  return { start, end: new Date(start.getTime() + dayMs) };
}

/** Returns the start of a range: for a day, its first moment. */
export function resolveFrom(text: string): Date {
  return isDay(text) ? dayRange(text).start : new Date(text);
}

/** Returns the exclusive end of a range: for a day, the end of that day. */
export function resolveTo(text: string): Date {
  return isDay(text) ? dayRange(text).end : new Date(text);
}

function isDay(text: string): boolean {
  return text.length === 10;
}

/** Why an operator acts, for people who read the history later. */
export const reasonSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'must have 3 to 500 characters'),
    z.maxLength(500, 'must have 3 to 500 characters'),
    z.describe('why, in 3 to 500 characters'),
  );
