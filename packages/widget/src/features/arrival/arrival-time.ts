import { formatsOf } from '../../i18n/formats.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** A time to the minute would promise too much. */
const roundMs = 5 * minuteMs;

interface Arrival {
  /** When the money was sent, in ms since 1970. */
  sentAtMs: number;
  /** How long that method usually takes. */
  usualMinutes: number;
  nowMs: number;
  /** For times, BCP 47. */
  locale: string;
}

/**
 * Describes by when money that was sent usually has arrived, in the player's language and time zone: the
 * time of today, the day where it takes days, or both. Returns null once that time has passed.
 */
export function describeArrivalTime({ sentAtMs, usualMinutes, nowMs, locale }: Arrival) {
  const atMs = Math.ceil((sentAtMs + usualMinutes * minuteMs) / roundMs) * roundMs;
  if (atMs <= nowMs) return null;
  const at = new Date(atMs);
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const parts = usualMinutes >= dayMinutes ? day : isToday ? time : { ...day, ...time };
  const { DateTimeFormat } = formatsOf(locale);
  return new DateTimeFormat(locale, parts).format(at);
}
