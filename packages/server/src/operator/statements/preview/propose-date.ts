import type { CsvRow } from '../../../ground/files/read-rows.ts';
import { readDate } from '../read-date.ts';

const orders = ['dd-mm-yyyy', 'mm-dd-yyyy', 'yyyy-mm-dd', 'dd-mm-yy', 'mm-dd-yy'];

/** The orders that banks write. */
const dateFormats = [
  'yyyy-mm-dd',
  ...['.', '/', '-', ' ', ''].flatMap((mark) => orders.map((order) => order.replaceAll('-', mark))),
  ...['yy-mm-dd', 'yy/mm/dd', 'yymmdd'],
  ...['-', ' ', '.', '/', ''].flatMap((mark) =>
    ['dd-mmm-yyyy', 'dd-mmm-yy'].map((order) => order.replaceAll('-', mark)),
  ),
  ...['mmm dd, yyyy', 'mmm dd yyyy', 'dd. mmmm yyyy', 'dd de mmmm de yyyy', 'dd mmm, yyyy'],
];

/** A setting that a file shows, or the doubt about it. */
export type Proposed<Value> = { value: Value } | { doubts: { line: number; what: string }[] };

/** The days of a statement lie within a year or two, however its dates are read. */
const longestMs = 2 * 366 * 24 * 3600_000;

/** Finds the order in which a file writes its dates; in doubt if several orders read them all. */
export function proposeDateFormat(rows: readonly CsvRow[], place: number): Proposed<string> {
  const cells = rows.map(({ line, values }) => ({ line, text: (values[place] ?? '').trim() }));
  const readings = dateFormats.flatMap((dateFormat) => {
    const dates = cells.map(({ text }) => readDate(text, dateFormat));
    const days = dates.flatMap((date) => date?.day ?? []);
    return days.length === cells.length ? [{ dateFormat, days }] : [];
  });
  const likely = readings.filter(({ days }) => spanOf(days) <= longestMs);
  const [first, ...others] = likely.length > 0 ? likely : readings;
  if (first === undefined) return { doubts: [firstUnread(cells)] };
  for (const other of others) {
    const index = first.days.findIndex((day, at) => day !== other.days[at]);
    const cell = cells[index];
    if (cell === undefined) continue;
    const both = `${first.days[index]} (${first.dateFormat}) or ${other.days[index]} (${other.dateFormat})`;
    return { doubts: [{ line: cell.line, what: `dateFormat: "${cell.text}" may be ${both}` }] };
  }
  return { value: first.dateFormat };
}

function spanOf(days: readonly string[]): number {
  const times = days.map((day) => Date.parse(day));
  return (
    times.reduce((most, it) => Math.max(most, it), 0) -
    times.reduce((least, it) => Math.min(least, it), Infinity)
  );
}

/** Names the first date that the order of the most dates doesn't read. */
function firstUnread(cells: readonly { line: number; text: string }[]) {
  const unread = dateFormats.map((dateFormat) =>
    cells.filter(({ text }) => readDate(text, dateFormat) === null),
  );
  const [fewest = []] = unread.toSorted((one, other) => one.length - other.length);
  return { line: fewest[0]?.line ?? 0, what: 'dateFormat: no known order reads this date' };
}
