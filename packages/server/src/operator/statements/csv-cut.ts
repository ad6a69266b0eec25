import { decimalsOf } from '@kassa/contract';
import type { StatementColumn, StatementFormat } from '../../brands/statement-format.ts';

interface Place {
  format: StatementFormat;
  places: Partial<Record<StatementColumn, number>>;
  /** The table's last column. */
  last: number;
  /** Whether the file's last line has its end. */
  isEnded: boolean;
}

/**
 * Follows the amounts of a table whose last column they are. In a file without the end of its last line
 * the last one may be cut: where it has fewer decimals than all above it have (alone, than its currency
 * has), or ends with a digit where one above it ends with `Cr` or `Dr`, or where the row has no amount.
 */
export function startCut({ format, places, last, isEnded }: Place): {
  keep: (line: number, values: readonly string[], currency: string) => void;
  /** Something stands below the latest row, so that it is whole. */
  pass: () => void;
  end: () => string[];
} {
  const money = [places.amount, places.credit, places.debit];
  const isFollowed = !isEnded && money.includes(last);
  const mark = format.hasDecimalComma ? ',' : '.';
  const countDecimals = (text: string) => /^\d*/.exec(text.split(mark)[1] ?? '')?.[0].length ?? 0;
  /** The numbers of decimals above the latest row, and whether a word ends an amount there. */
  const above = new Set<number>();
  let isWordBehind = false;
  let latest: { line: number; value: string; isPaid: boolean; currency: string } | null = null;
  return {
    keep: (line, values, currency) => {
      if (!isFollowed) return;
      if (latest !== null && /\d/.test(latest.value)) above.add(countDecimals(latest.value));
      isWordBehind ||= /\d\P{N}*[cd]r/iu.test(latest?.value ?? '');
      const isPaid = money.some((place) => /\d/.test(values[place ?? -1] ?? ''));
      latest = { line, value: (values[last] ?? '').trim(), isPaid, currency };
    },
    pass: () => {
      latest = null;
    },
    end: () => {
      if (latest === null) return [];
      const { line, value, isPaid, currency } = latest;
      // What stands behind the number shows its end.
      const isOpen = /[\d.,]$/.test(value);
      const [usual = decimalsOf(currency)] = above;
      const hasFewer = above.size < 2 && countDecimals(value) < usual;
      const isShort = isOpen && (hasFewer || isWordBehind);
      if (isPaid && !isShort) return [];
      return [`line ${line}: the file has no end, and its last amount may be cut`];
    },
  };
}
