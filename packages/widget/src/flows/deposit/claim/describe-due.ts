import { formatsOf } from '../../../i18n/formats.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Due {
  /** The time by which the operator answers, such as `Nov 25, 2026, 3:40 PM`. */
  time: string;
  /** The time from now until then, in words: `in 23 hours`. */
  left: string;
  isOver: boolean;
}

/**
 * Describes a deadline in the player's language and time zone. Its words change at most once per
 * minute.
 * @param nowMs - the server's present time, in ms since 1970
 */
export function describeDue(dueAt: string, nowMs: number, locale: string): Due {
  const leftMs = Date.parse(dueAt) - nowMs;
  const { DateTimeFormat, RelativeTimeFormat } = formatsOf(locale);
  const time = new DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new RelativeTimeFormat(locale);
  return {
    time: time.format(new Date(dueAt)),
    left: relative.format(...resolveUnit(Math.max(0, leftMs))),
    isOver: leftMs <= 0,
  };
}

function resolveUnit(leftMs: number): [value: number, unit: Intl.RelativeTimeFormatUnit] {
  if (leftMs >= 2 * dayMs) return [Math.round(leftMs / dayMs), 'day'];
  if (leftMs >= 2 * hourMs) return [Math.round(leftMs / hourMs), 'hour'];
  return [Math.max(1, Math.round(leftMs / minuteMs)), 'minute'];
}
