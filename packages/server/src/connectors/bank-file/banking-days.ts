const dayMs = 24 * 3600_000;

/**
 * The weekends that aren't Saturday and Sunday, by country: CLDR's week data, corrected for the
 * banks of Bangladesh and the Maldives. 0 is Sunday.
 */
const weekends: Readonly<Record<string, readonly number[]>> = {
  af: [4, 5],
  ir: [5],
  in: [0],
  ug: [0],
  ...Object.fromEntries(
    'bd bh dz eg il iq jo kw ly mv om qa sa sd sy ye'
      .split(' ')
      .map((country) => [country, [5, 6]]),
  ),
};

/**
 * Returns the first day from `day` on (`2026-11-23`) on which banks execute payments: no weekend of
 * the account's country, and for euros no closing day of TARGET, whatever the country. Other
 * holidays are the bank's matter.
 * @param country - in small letters
 */
export function nextBankingDay(
  day: string,
  { country, currency }: { country: string; currency: string },
): string {
  const isClosed =
    currency === 'EUR'
      ? isTargetClosed
      : (date: Date) => (weekends[country] ?? [0, 6]).includes(date.getUTCDay());
  const date = new Date(`${day}T00:00:00Z`);
  while (isClosed(date)) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Adds days of the calendar to a day. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

const fixedHolidays = ['01-01', '05-01', '12-25', '12-26'];

/** Whether the Eurosystem's TARGET is closed on a day: its calendar since 2002. */
function isTargetClosed(date: Date): boolean {
  if ([0, 6].includes(date.getUTCDay())) return true;
  if (fixedHolidays.includes(date.toISOString().slice(5, 10))) return true;
  const sinceEaster = (date.getTime() - easterOf(date.getUTCFullYear())) / dayMs;
  return sinceEaster === -2 || sinceEaster === 1;
}

/** Returns Easter Sunday of a year, in milliseconds: the Gregorian computus of Meeus. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moved = century - Math.floor((century + 8) / 25) + 1;
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor(moved / 3) + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - ((year % 100) % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
