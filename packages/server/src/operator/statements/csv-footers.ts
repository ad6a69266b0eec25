import type { StatementColumn, StatementFormat } from '../../brands/statement-format.ts';
import { beginsMonth } from './month-names.ts';
import { readDate } from './read-date.ts';

interface Place {
  format: StatementFormat;
  places: Partial<Record<StatementColumn, number>>;
  /** The values of a row of the table. */
  width: number;
  /** Whether the file's last line has its end. */
  isEnded: boolean;
}

/** The rows below a table, which are none of it. */
export interface Footers {
  /** Whether a row that can't be read is one. */
  take: (values: readonly string[]) => boolean;
  /** Returns what they say against the number of the rows above them. */
  end: (rows: number) => string[];
}

/** What a row of sums or balances is named, in lower case. */
const sums = new Set([
  ...['total', 'totals', 'grand total', 'total amount', 'total credit', 'total credits', 'sum'],
  ...['total debit', 'total debits', 'balance', 'opening balance', 'closing balance'],
  ...['ending balance', 'beginning balance', 'summe', 'gesamt', 'saldo', 'endsaldo', 'kontostand'],
  ...['anfangssaldo', 'neuer saldo', 'totaal', 'eindsaldo', 'solde', 'total général', 'totales'],
  ...['saldo final', 'saldo inicial', 'saldo do dia', 'totale', 'saldo finale', 'suma', 'razem'],
  ...['saldo końcowe', 'toplam', 'bakiye', 'genel toplam', 'итого', 'всего', 'остаток', 'обороты'],
  ...['исходящий остаток', 'разом', 'усього', 'всього', 'залишок', 'sold final', 'celkem'],
  ...['konečný zůstatek', 'összesen', 'egyenleg', 'jumlah', 'saldo akhir', 'tổng cộng', 'số dư'],
  ...['कुल', 'योग', 'المجموع', 'الإجمالي', 'الرصيد', 'барлығы', 'қалдық', 'jami', 'qoldiq'],
]);

/** The number of rows, as a footer has it. */
const countOfRows =
  /(?:rows|records|entries|transactions|lines|items|buchungen|umsätze|movimientos|lançamentos|transações|opérations|operazioni|transakcji|işlem|операций|записей|строк|операцій)\P{L}{0,3}?(\d{1,6})\P{N}*$/iu;

/**
 * Follows the rows below a table. Such a row has neither a date nor an amount at their places, or it
 * is a named sum. A row that may be one of the table, also one that is cut, is no footer.
 */
export function startFooters({ format, places, width, isEnded }: Place): Footers {
  let count: number | null = null;
  const { date = 0, amount, credit, debit } = places;

  const isDated = (text: string) =>
    /^\P{L}*\p{N}/u.test(text) ||
    readDate(text, format.dateFormat) !== null ||
    (text !== '' && format.dateFormat.startsWith('mmm') && beginsMonth(text));
  const isSum = (values: readonly string[]) => {
    const name = values.find((value) => value.trim() !== '') ?? '';
    return sums.has(
      name
        .toLowerCase()
        .replaceAll(/[\s*:.]+/g, ' ')
        .trim(),
    );
  };

  return {
    take: (values) => {
      const text = (values[date] ?? '').trim();
      if (isDated(text)) return false;
      const hasAmount = [amount, credit, debit].some((it) => /\p{N}/u.test(values[it ?? -1] ?? ''));
      // A row whose beginning alone is in the file has its date last, or not at all.
      const isCut = !isEnded && date > 0 && values.length < width;
      if ((hasAmount || isCut) && !isSum(values)) return false;
      const said = countOfRows.exec(values.join(' '))?.[1];
      if (said !== undefined) count = Number(said);
      return true;
    },
    end: (rows) =>
      count === null || count === rows
        ? []
        : [`The file says that it has ${count} rows, and has ${rows}.`],
  };
}
