const dayMs = 24 * 3600_000;

/** The time within which a bank booked a transfer, as far as it says so. */
export interface BookingSpan {
  from: Date;
  to: Date;
}

/**
 * Resolves the time of a booking: a moment, or a whole day of the account's time zone. Midnight, in
 * UTC or in that zone, is a day: statements often have no more, and nothing else tells the two
 * apart.
 * @param timeZone - IANA's name
 */
export function resolveBookingSpan(bookedAt: Date, timeZone: string): BookingSpan {
  const local = toLocal(bookedAt, timeZone);
  const isUtcDay = bookedAt.getTime() % dayMs === 0;
  if (!isUtcDay && local % dayMs !== 0) return { from: bookedAt, to: bookedAt };
  const day = isUtcDay ? bookedAt.getTime() : local;
  return { from: fromLocal(day, timeZone), to: fromLocal(day + dayMs, timeZone) };
}

/** Returns the wall clock of a zone at a moment, as milliseconds as if the zone were UTC. */
function toLocal(moment: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(moment);
  const part = (type: string) => Number(parts.find((it) => it.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local + (((moment.getTime() % 1000) + 1000) % 1000);
}

/** A format takes long to build, and there are few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { ...clock, timeZone });
  formats.set(timeZone, format);
  return format;
}

const clock = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** Returns the moment of a wall clock. */
function fromLocal(local: number, timeZone: string): Date {
  let moment = local;
  // The first try has the offset of another moment, which a change of the clocks may lie between.
  for (let tries = 0; tries < 2; tries += 1) {
    moment += local - toLocal(new Date(moment), timeZone);
  }
  return new Date(moment);
}
