import * as z from 'zod/mini';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import { localTime } from '../../ground/local-time.ts';

/** The minutes since midnight at which an account is given out; null: always. */
export type WorkingHours = Pick<RequisiteRow, 'opens_at' | 'closes_at'>;

/** Working hours as operators write them; those that end before they begin pass midnight. */
export const workingHoursSchema = z.string().check(
  z.regex(
    /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/,
    'must be two times such as 09:00-23:30',
  ),
  z.refine((text) => {
    const { opens_at, closes_at } = decodeHours(text);
    return opens_at !== closes_at;
  }, 'has no time between its ends'),
);

/** Decodes hours that have passed their schema; null: always. */
export function decodeHours(text: string | null): WorkingHours {
  if (text === null) return { opens_at: null, closes_at: null };
  const [opens_at = 0, closes_at = 0] = text.split('-').map((time) => {
    const [hours, minutes] = time.split(':').map(Number);
    return (hours ?? 0) * 60 + (minutes ?? 0);
  });
  return { opens_at, closes_at };
}

export function encodeHours({ opens_at, closes_at }: WorkingHours): string | null {
  if (opens_at === null || closes_at === null) return null;
  return [opens_at, closes_at].map(encodeTime).join('-');
}

function encodeTime(minutes: number): string {
  const parts = [Math.floor(minutes / 60), minutes % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns the day of a requisite's time zone, on which its limits count. */
export function localDay(now: Date, { time_zone }: Pick<RequisiteRow, 'time_zone'>): string {
  return localTime(now, time_zone).day;
}

/** Whether a requisite works at a time; its last minute is the one before it closes. */
export function isWithinHours(
  now: Date,
  { opens_at, closes_at, time_zone }: WorkingHours & Pick<RequisiteRow, 'time_zone'>,
): boolean {
  if (opens_at === null || closes_at === null) return true;
  const { minutes } = localTime(now, time_zone);
  const hasOpened = minutes >= opens_at;
  const hasClosed = minutes >= closes_at;
  return opens_at < closes_at ? hasOpened && !hasClosed : hasOpened || !hasClosed;
}
