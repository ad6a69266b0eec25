import { toMoneyFormat } from '../../brands/amount-marks.ts';
import type { StatementColumn, StatementFormat } from '../../brands/statement-format.ts';
import type { MoneyFormat } from '../../ground/read-money.ts';

interface Head {
  format: StatementFormat;
  places: Partial<Record<StatementColumn, number>>;
  /** Returns the day, the amount and the direction of a row; null if it is unreadable. */
  readPayment: (values: readonly string[], marks?: MoneyFormat) => string | null;
}

/** The number of a table's values in each row. */
export interface Width {
  /** The columns up to the last one that has a title or is read. */
  needed: number;
  /** Returns the problem of a row that hasn't as many values as the other ones. */
  check: (values: readonly string[]) => string | null;
  keep: (line: number, values: readonly string[]) => void;
  /** Returns the doubt that remains below the last row. */
  end: () => string[];
}

const differs = 'the number of values differs from the header';

/**
 * Follows the width of a table. A delimiter too many may end the header, or every row. In rows it may also
 * be an unquoted one of a value, such as `1,50`: such a table is refused where a row then has another
 * amount, day or direction. So is one with such values under no title.
 */
export function startWidth(head: readonly string[], { format, places, readPayment }: Head): Width {
  const titled = head.findLastIndex((title) => title.trim() !== '');
  const needed = Math.max(titled, ...Object.values(places)) + 1;
  const most = Math.max(head.length, needed + 1);
  const isMoney = (place: number) => [places.amount, places.credit, places.debit].includes(place);
  let width: number | null = null;
  let firstLine = 0;
  let rows = 0;
  /** Whether a row has a delimiter or a value that the header hasn't. */
  let isSuspect = false;
  /** The columns after which the delimiter may belong to the value: of amounts in every row so far. */
  let doubtful: number[] = [];
  /** The columns behind the last one that is read change nothing. */
  const lastRead = Math.max(...Object.values(places));

  /** Whether a row has another payment if the values on both sides of a delimiter are one. */
  function isOther(values: readonly string[], place: number): boolean {
    const joined = [
      ...values.slice(0, place),
      `${values[place]}${format.delimiter}${values[place + 1]}`,
      ...values.slice(place + 2),
    ];
    const usual = readPayment(values);
    return [false, true].some((hasDecimalComma) => {
      const marks = toMoneyFormat({ hasDecimalComma });
      const other = readPayment(joined, marks);
      return other !== null && other !== usual;
    });
  }

  const isBlank = (values: readonly string[]) =>
    values.slice(needed).every((value) => value.trim() === '');

  return {
    needed,
    check: (values) => {
      const isFit = values.length >= needed && values.length <= most;
      return isFit &&
        (isBlank(values) || values.length === head.length) &&
        (width === null || width === values.length)
        ? null
        : differs;
    },
    keep: (line, values) => {
      if (rows === 0) firstLine = line;
      rows += 1;
      width ??= values.length;
      if (values.length <= needed) return;
      isSuspect ||= values.length > head.length || !isBlank(values);
      const candidates = rows === 1 ? [...Array(lastRead + 1).keys()] : doubtful.filter(isMoney);
      doubtful = candidates.filter((place) => isOther(values, place));
    },
    end: () =>
      isSuspect && doubtful.length > 0
        ? [`line ${firstLine}: ${differs}, and a delimiter may be one of a value`]
        : [],
  };
}
