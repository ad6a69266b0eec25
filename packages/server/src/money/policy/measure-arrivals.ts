import type { MeasuredArrival, MeasuredArrivals } from '../../core/core.ts';
import { addClasses, medianSeconds } from './arrival-times.ts';

/** The counted attempts of a method by players of a country, at one account. */
export interface ArrivalCounts {
  brandId: string;
  method: string;
  country: string;
  attempts: number;
  credits: number;
  /** The credits by class of time. */
  arrivals: number[];
}

/** From this many attempts on a method is measured in a country. */
const fewestAttempts = 50;
/** From this many times on their median is told. */
const fewestTimes = 20;
/**
 * A lower share isn't told. Players read the rest as lost money, but most of it are players who left
 * the provider's page and paid nothing.
 */
const lowestPercent = 95;
/** Up to this time money arrives "at once". */
const atOnceSeconds = 15;

export const unmeasured: MeasuredArrivals = { key: '', byMethod: new Map() };

/** Measures the methods of each brand and country, by `<brand> <country>`. */
export function measureArrivals(rows: readonly ArrivalCounts[]): Map<string, MeasuredArrivals> {
  const measured = new Map<string, Map<string, MeasuredArrival>>();
  for (const counts of addAccounts(rows)) {
    const arrival = measure(counts);
    if (arrival === null) continue;
    const place = `${counts.brandId} ${counts.country}`;
    const methods = measured.get(place) ?? new Map<string, MeasuredArrival>();
    measured.set(place, methods.set(counts.method, arrival));
  }
  return new Map(
    [...measured].map(([place, byMethod]) => [
      place,
      {
        key: JSON.stringify([...byMethod].sort(([one], [other]) => (one < other ? -1 : 1))),
        byMethod,
      },
    ]),
  );
}

/** Adds the counts of a method's accounts. */
function addAccounts(rows: readonly ArrivalCounts[]): Iterable<ArrivalCounts> {
  const sums = new Map<string, ArrivalCounts>();
  for (const row of rows) {
    const name = [row.brandId, row.country, row.method].join(' ');
    const sum = sums.get(name);
    sums.set(
      name,
      sum === undefined
        ? row
        : {
            ...row,
            attempts: sum.attempts + row.attempts,
            credits: sum.credits + row.credits,
            arrivals: addClasses(sum.arrivals, row.arrivals),
          },
    );
  }
  return sums.values();
}

/** Returns what is told of a method; null if too little was counted. */
function measure({ attempts, credits, arrivals }: ArrivalCounts): MeasuredArrival | null {
  const times = arrivals.reduce((sum, count) => sum + count, 0);
  const median = medianSeconds(arrivals);
  if (attempts < fewestAttempts || times < fewestTimes || median === null) return null;
  const usualMinutes = median <= atOnceSeconds ? 0 : Math.ceil(median / 60);
  // Rounded down: 100 % means all. A late credit may belong to an attempt of an earlier day.
  const percent = Math.min(Math.floor((credits * 100) / attempts), 100);
  return { usualMinutes, ...(percent >= lowestPercent && { arrivesPercent: percent }) };
}
