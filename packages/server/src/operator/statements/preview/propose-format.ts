import { toUpperAscii } from '@kassa/contract';
import { resolveDirection } from '../../../brands/direction-words.ts';
import {
  findStatementColumns,
  type StatementColumn,
  type StatementFormat,
  statementFormatSchema,
  usualStatementFormat,
} from '../../../brands/statement-format.ts';
import { decodeCsv } from '../../../ground/files/decode-file.ts';
import { isEmptyMark, splitCrDr } from '../read-csv-statement.ts';
import { findEncoding } from './find-encoding.ts';
import { type FoundTable, findTable } from './find-table.ts';
import { type Proposed, proposeDateFormat } from './propose-date.ts';
import { proposeDirections } from './propose-directions.ts';
import { type AmountCell, proposeMarks } from './propose-marks.ts';

export interface Doubt {
  /** The line of the file; null: the whole file. */
  line: number | null;
  what: string;
}

/** What a file shows of its account's format. */
export interface ProposedFormat {
  /** What differs from the usual format, as it stands in a brand's file. */
  settings: Partial<StatementFormat>;
  /** The likely encoding, also where it is in doubt: it changes texts, and no amount. */
  encoding: StatementFormat['encoding'];
  /** What the file doesn't show for certain; the settings leave it out. */
  doubts: Doubt[];
}

/** Proposes the encoding of a CSV file or of one in MT940, which has no other format. */
export async function proposeEncoding(bytes: Uint8Array): Promise<ProposedFormat> {
  const { encoding, isCertain } = await findEncoding(bytes);
  const what = `encoding: bytes above 127 may be of ${encoding} or of another encoding`;
  return {
    settings: isCertain && encoding !== 'utf-8' ? { encoding } : {},
    encoding,
    doubts: isCertain ? [] : [{ line: null, what }],
  };
}

/**
 * Proposes the format of a CSV file: nothing that the file leaves in doubt.
 * @param currency - of a file without a column for it; null: unknown
 */
export async function proposeFormat(
  bytes: Uint8Array,
  currency: string | null,
): Promise<ProposedFormat> {
  const { settings: known, encoding, doubts } = await proposeEncoding(bytes);
  const table = await findTable(decodeCsv(bytes, encoding));
  if (table === null) {
    const what = 'headerLine, columns: no line has known titles of a day and an amount';
    return { settings: known, encoding, doubts: [...doubts, { line: null, what }] };
  }
  const settings: Partial<StatementFormat> = {
    ...known,
    ...(table.delimiter !== ',' && { delimiter: table.delimiter }),
    ...(table.headerLine !== 1 && { headerLine: table.headerLine }),
    ...readColumns(table, doubts),
  };
  const take = <Value>(found: Proposed<Value>): Value | undefined => {
    if ('value' in found) return found.value;
    doubts.push(...found.doubts);
    return undefined;
  };
  const { rows, places } = table;
  if (rows.length === 0) doubts.push({ line: null, what: 'the table has no row' });
  const dateFormat = take(proposeDateFormat(rows, places.date ?? -1));
  if (dateFormat !== undefined && dateFormat !== 'yyyy-mm-dd') settings.dateFormat = dateFormat;
  const cells = findAmounts(table, currency);
  if (cells === null) {
    doubts.push({
      line: null,
      what: 'currency: the file has no column for it: name the requisite',
    });
  } else Object.assign(settings, take(proposeMarks(cells)));
  if (places.direction !== undefined) {
    const directions = take(proposeDirections(rows, places.direction));
    if (directions !== undefined) settings.directions = directions;
    const isOnly = (word: 'credit' | 'debit') =>
      rows.every(
        ({ values }) => resolveDirection(directions, values[places.direction ?? -1] ?? '') === word,
      );
    if (isOnly('credit') || isOnly('debit')) doubts.push(oneDirection);
  } else if (
    places.amount !== undefined &&
    rows.every(
      ({ values }) => !/[-(\u2212\u2013]|dr\.?$/i.test((values[places.amount ?? -1] ?? '').trim()),
    )
  ) {
    doubts.push(oneDirection);
  }
  return { settings, encoding, doubts };
}

const oneDirection: Doubt = {
  line: null,
  what: 'all amounts have one direction: a file with both shows whether it is read right',
};

/** The titles of the columns that the usual names don't find. */
function readColumns(
  { head, places }: FoundTable,
  doubts: Doubt[],
): Pick<Partial<StatementFormat>, 'columns'> {
  const usual = findStatementColumns(usualStatementFormat, head);
  const told = Object.entries(places).flatMap(([column, place]) =>
    usual[column as StatementColumn] === place
      ? []
      : // A column without a title is found by a space.
        [[column, (head[place] ?? '').trim() || ' '] as const],
  );
  if (told.length === 0) return {};
  const columns = Object.fromEntries(told);
  const found = findStatementColumns(statementFormatSchema.parse({ columns }), head);
  for (const [column] of told) {
    const place = places[column as StatementColumn];
    if (found[column as StatementColumn] === place) continue;
    doubts.push({ line: null, what: `columns: two columns have the title of "${column}"` });
  }
  return { columns };
}

/** The amounts of the table's rows; null if their currency is unknown. */
function findAmounts({ rows, places }: FoundTable, usual: string | null): AmountCell[] | null {
  if (places.currency === undefined && usual === null) return null;
  const money = [places.amount, places.credit, places.debit];
  return rows.flatMap(({ line, values }) => {
    const said = values[places.currency ?? -1]?.trim();
    const currency = said === undefined ? (usual ?? '') : toUpperAscii(said);
    return money.flatMap((place) => {
      const value = (values[place ?? -1] ?? '').trim();
      const isSigned = place === places.amount && places.direction === undefined;
      const text = isSigned ? splitCrDr(value).number : value;
      if (isEmptyMark(text)) return [];
      return [{ line, text, currency }];
    });
  });
}
