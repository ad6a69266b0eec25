import { currencySchema, toUpperAscii } from '@kassa/contract';
import { meaningsOf } from '../../../brands/direction-words.ts';
import {
  findStatementColumns,
  type StatementColumn,
  usualStatementFormat,
} from '../../../brands/statement-format.ts';
import { FileProblem } from '../../../ground/files/file-problem.ts';
import { type CsvRow, readRows } from '../../../ground/files/read-rows.ts';
import { findReferences } from '../../../money/provider-events/find-references.ts';
import { findPlaces } from './bank-titles.ts';

/** The table of a CSV file, as far as its header and values show it. */
export interface FoundTable {
  delimiter: string;
  /** The line of its header; 1 also where only blank lines stand above it. */
  headerLine: number;
  head: readonly string[];
  places: Partial<Record<StatementColumn, number>>;
  /** The rows below the header that have a day and an amount. */
  rows: CsvRow[];
}

const delimiters = [',', ';', '\t', '|'];

/** The rows that show the format. */
const mostRows = 1000;

const mostColumns = 200;

/** Banks write about the account above the header. */
const mostLinesAbove = 100;

/** What shows the format: the file's beginning, without a row that this cuts. */
const mostCharacters = 256 * 1024;

/** Finds the delimiter and the header of a CSV file; null if no line has titles of a statement. */
export async function findTable(text: string): Promise<FoundTable | null> {
  const end = text.lastIndexOf('\n', mostCharacters);
  const beginning = text.length <= mostCharacters ? text : text.slice(0, end + 1);
  let best: FoundTable | null = null;
  for (const delimiter of delimiters) {
    const found = await findTableBy(beginning, delimiter);
    if (found !== null && sizeOf(found) > sizeOf(best)) best = found;
  }
  return best;
}

const sizeOf = (table: FoundTable | null) => Object.keys(table?.places ?? {}).length;

async function findTableBy(text: string, delimiter: string): Promise<FoundTable | null> {
  const all: CsvRow[] = [];
  try {
    for await (const row of readRows(text, delimiter)) all.push(row);
  } catch (error) {
    // What could be read shows whether it is the delimiter.
    if (!(error instanceof FileProblem)) throw error;
  }
  let best: FoundTable | null = null;
  for (const [index, { line, values }] of all.entries()) {
    if (line > mostLinesAbove) break;
    if (values.length > mostColumns) continue;
    const below = all.slice(index + 1, index + 1 + mostRows);
    const places = findColumns(values, below);
    if (places === null) continue;
    const rows = below.filter((row) => isPayment(row.values, places));
    const found = { delimiter, headerLine: index === 0 ? 1 : line, head: values, places, rows };
    if (sizeOf(found) > sizeOf(best)) best = found;
  }
  return best;
}

type Places = FoundTable['places'];

const hasDigit = (text: string | undefined) => /\p{N}/u.test(text ?? '');

const isPayment = (values: readonly string[], { date, amount, credit, debit }: Places) =>
  hasDigit(values[date ?? -1]) &&
  [amount, credit, debit].some((place) => hasDigit(values[place ?? -1]));

/** The columns that a header has titles for; null without a day or an amount. */
function findColumns(head: readonly string[], below: readonly CsvRow[]): Places | null {
  const usual = findStatementColumns(usualStatementFormat, head);
  const first = (column: StatementColumn) => findPlaces(column, head)[0] ?? usual[column];
  const places: Places = {};
  const take = (column: StatementColumn, place: number | undefined) => {
    const isTaken = Object.values(places).includes(place ?? -1);
    if (place !== undefined && !isTaken) places[column] = place;
  };
  take('date', first('date'));
  take('amount', first('amount'));
  const [credit, debit] = [first('credit'), first('debit')];
  if (places.amount === undefined && credit !== undefined && debit !== undefined) {
    take('credit', credit);
    take('debit', debit);
  }
  const hasMoney = places.amount !== undefined || places.debit !== undefined;
  if (places.date === undefined || !hasMoney) return null;
  const rows = below.filter((row) => isPayment(row.values, places));
  const all = (place: number, fits: (value: string) => boolean) =>
    rows.length > 0 && rows.every(({ values }) => fits((values[place] ?? '').trim()));
  const isCode = (text: string) => currencySchema.safeParse(toUpperAscii(text)).success;
  take(
    'currency',
    [...findPlaces('currency', head), usual.currency ?? -1].find((it) => all(it, isCode)),
  );
  if (places.amount !== undefined) {
    // A column of such words is one of the direction, whatever its title.
    const isWord = (text: string) => !/^[-+]?$/.test(text) && meaningsOf(text).length > 0;
    take('direction', [...head.keys()].find((it) => all(it, isWord)) ?? first('direction'));
  }
  const ids = findPlaces('id', head).filter((it) => all(it, (text) => text !== ''));
  take('id', ids[0] ?? usual.id);
  for (const column of ['payer', 'payerAccount', 'endToEndId'] as const) {
    take(column, first(column));
  }
  const isReferred = (place: number) =>
    rows.some(({ values }) => findReferences(values[place] ?? '').length > 0);
  take('text', findPlaces('text', head).find(isReferred) ?? first('text'));
  return places;
}
