/** A range of prefixes of card numbers, all with the same number of digits. */
export interface CardRange {
  length: number;
  from: number;
  to: number;
}

/** The length of a BIN (ISO/IEC 7812-1). */
const longestPrefix = 8;

/** Reads a prefix, `4`, or a range of prefixes, `51-55`; null for any other text. */
export function readRange(text: string): CardRange | null {
  const [, from = '', to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const { length } = from;
  if (length === 0 || length > longestPrefix || to.length !== length) return null;
  return Number(from) > Number(to) ? null : { length, from: Number(from), to: Number(to) };
}

interface EntryRange<Entry> extends CardRange {
  entry: Entry;
}

/** The ranges by length, the longest first. Ranges of one length are sorted and don't overlap. */
type CardTable<Entry> = readonly (readonly EntryRange<Entry>[])[];

function buildCardTable<Entry extends WithPrefixes>(entries: readonly Entry[]): CardTable<Entry> {
  const byLength: EntryRange<Entry>[][] = Array.from({ length: longestPrefix }, () => []);
  for (const entry of entries) {
    for (const prefix of entry.prefixes) {
      const range = readRange(prefix);
      if (range !== null) byLength[longestPrefix - range.length]?.push({ ...range, entry });
    }
  }
  return byLength.map((ranges) => ranges.sort((left, right) => left.from - right.from));
}

interface WithPrefixes {
  prefixes: readonly string[];
}

/** The table of each list. The lists of the catalogue are frozen. */
const tables = new WeakMap<readonly WithPrefixes[], CardTable<WithPrefixes>>();

/** Returns the entry with the longest matching prefix: 6011 takes precedence over 60. */
export function findByDigits<Entry extends WithPrefixes>(
  entries: readonly Entry[],
  digits: string,
): Entry | undefined {
  const known = tables.get(entries) as CardTable<Entry> | undefined;
  const table = known ?? buildCardTable(entries);
  tables.set(entries, table);
  for (const ranges of table) {
    const length = ranges[0]?.length ?? Number.POSITIVE_INFINITY;
    if (digits.length < length) continue;
    const found = findRange(ranges, Number(digits.slice(0, length)));
    if (found !== undefined) return found.entry;
  }
  return undefined;
}

/** A binary search, because an operator's own list may have 100,000 issuers. */
function findRange<Entry>(ranges: readonly EntryRange<Entry>[], start: number) {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range.from <= start ? range : undefined;
}
