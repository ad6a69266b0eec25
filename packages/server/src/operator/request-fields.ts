import * as z from 'zod/mini';

/** A moment, as answers carry it: ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/** A day of the calendar, in UTC. */
export const daySchema = z.iso.date();

/** A moment or a whole day, as requests name the ends of a range. */
export const rangeEndSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const dayMs = 24 * 3600_000;

/** The moments of one day in UTC: from `start`, until before `end`. */
export function dayRange(day: string): { start: Date; end: Date } {
  const start = new Date(`${day}T00:00:00Z`);
  return { start, end: new Date(start.getTime() + dayMs) };
}

/** Where a range begins: a day stands for its first moment. */
export function resolveFrom(text: string): Date {
  return isDay(text) ? dayRange(text).start : new Date(text);
}

/** Before what a range ends: a day belongs to it as a whole. */
export function resolveTo(text: string): Date {
  return isDay(text) ? dayRange(text).end : new Date(text);
}

function isDay(text: string): boolean {
  return text.length === 10;
}

/** Why a person did something: for whoever reads the history later. */
export const reasonSchema = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
