import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareDecimals, currencySchema, type Decimal, toUpperAscii } from '@kassa/contract';
import { CsvError, parse } from 'csv-parse';
import { toMoneyFormat } from '../../brands/amount-marks.ts';
import {
  findStatementColumns,
  resolveKind,
  type StatementColumn,
  type StatementFormat,
} from '../../brands/statement-format.ts';
import { FileProblem, mostProblems } from '../../ground/files/file-problem.ts';
import { type MoneyFormat, type ReadMoney, readMoney } from '../../ground/read-money.ts';
import { mayNamePayout } from '../../money/provider-events/find-references.ts';
import type { ReadStatement, StatementLine } from '../../money/requisites/statement-line.ts';
import { type Movement, startReferences } from './bank-reference.ts';
import { mostLines } from './read-camt.ts';
import { type Booked, cutText, isDay, readMoment, readPayerAccount } from './read-values.ts';

/** The work between two turns of the event loop. */
const linesPerTurn = 250;
const bytesPerTurn = 32 * 1024;

/** The longest id of a bank, in characters. */
const longestId = 200;

export interface CsvOptions {
  format: StatementFormat;
  /** The currency of a file without a column for it; null: such a file is unreadable. */
  currency: string | null;
}

/**
 * Reads a bank's statement in CSV, by the names of its columns. An amount has a sign, or a column of
 * its own for each direction, or a column that names the direction.
 * @throws FileProblem if any line is unreadable, with line and column; nothing is guessed
 */
export async function readCsvStatement(text: string, options: CsvOptions): Promise<ReadStatement> {
  const { headerLine } = options.format;
  const problems: string[] = [];
  const read: ReadStatement = {
    format: 'csv',
    accountNumber: null,
    bankReference: null,
    lines: [],
    notBookedCount: 0,
  };
  const refer = startReferences();
  const marks = toMoneyFormat(options.format);
  let takeRow: ((line: number, values: readonly string[]) => string | null) | null = null;
  try {
    for await (const { line, values } of readRows(text, options.format)) {
      if (line < headerLine) continue;
      if (takeRow === null) takeRow = readHead(line, values, { ...options, marks, read, refer });
      else {
        const problem = takeRow(line, values);
        if (problem !== null) problems.push(`line ${line}: ${problem}`);
        if (problems.length >= mostProblems) break;
        if (read.lines.length > mostLines) {
          throw new FileProblem([`A file has ${mostLines} lines at most.`]);
        }
        if (line % linesPerTurn === 0) await nextTurn();
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The rest of the message quotes the file.
    throw new FileProblem([`line ${error.lines}: ${error.message.split(':', 1)[0]}`]);
  }
  if (takeRow === null) {
    throw new FileProblem([`line ${headerLine}: the file has no header there`]);
  }
  if (problems.length > 0) throw new FileProblem(problems);
  return read;
}

interface Row {
  line: number;
  values: string[];
}

async function* readRows(text: string, { delimiter }: StatementFormat): AsyncIterable<Row> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  Readable.from(cut(Buffer.from(text))).pipe(parser);
  for await (const { info, record } of parser) yield { line: info.lines, values: record };
}

function* cut(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += bytesPerTurn) {
    yield bytes.subarray(start, start + bytesPerTurn);
  }
}

interface Reading extends CsvOptions {
  marks: MoneyFormat;
  read: ReadStatement;
  refer: (movement: Movement) => string;
}

type Get = (column: StatementColumn) => string;

/**
 * Reads the header. Returns the reader of the lines below it, which returns a line's problem or
 * null.
 */
function readHead(
  line: number,
  head: readonly string[],
  { read, refer, ...options }: Reading,
): (line: number, values: readonly string[]) => string | null {
  const places = findStatementColumns(options.format, head);
  const has = (column: StatementColumn) => places[column] !== undefined;
  const missing = [
    ...(has('date') ? [] : ['date']),
    ...(has('amount') || (has('credit') && has('debit')) ? [] : ['amount, or credit and debit']),
    ...(has('currency') || options.currency !== null ? [] : ['currency']),
  ];
  if (missing.length > 0) {
    throw new FileProblem([`line ${line}: has no column for ${missing.join('; ')}`]);
  }
  return (at, values) => {
    if (values.length !== head.length) return 'the number of values differs from the header';
    const get: Get = (column) => (values[places[column] ?? -1] ?? '').trim();
    const found = readLine(at, get, has, options);
    if ('problem' in found) return found.problem;
    const number = get('account') || null;
    if (number !== null && read.accountNumber !== null && number !== read.accountNumber) {
      return '"account" differs from the lines above';
    }
    read.accountNumber = number ?? read.accountNumber;
    const { bankId, day, ...row } = found;
    const content = [row.text, row.payerName];
    read.lines.push({ ...row, bankReference: refer({ ...row, bankId, day, content }) });
    return null;
  };
}

type ReadLine = Omit<StatementLine, 'bankReference'> & { bankId: string | null; day: string };

function readLine(
  line: number,
  get: Get,
  has: (column: StatementColumn) => boolean,
  { format, marks, currency: usual }: Omit<Reading, 'read' | 'refer'>,
): ReadLine | { problem: string } {
  const booked = readDate(get('date'), format);
  const currency = currencySchema.safeParse(
    has('currency') ? toUpperAscii(get('currency')) : usual,
  );
  const bankId = get('id') || null;
  if (booked === null) return { problem: '"date" is malformed' };
  if (!currency.success) return { problem: '"currency" is malformed' };
  const number = (text: string) => readMoney(text, currency.data, marks);
  const money = has('amount') ? readSigned(get, has, number) : readTwoColumns(get, number);
  if ('problem' in money) return money;
  const movement = resolveKind(format, get('kind'));
  const ids = get('endToEndId');
  if ((bankId?.length ?? 0) > longestId) return { problem: '"id" is too long' };
  return {
    line,
    bankId,
    day: booked.day,
    ...money,
    currency: currency.data,
    bookedAt: booked.at,
    isReversal: false,
    text: cutText(get('text')),
    payerName: cutText(get('payer')),
    payerAccount: readPayerAccount(get('payerAccount')),
    ...(movement !== 'payment' && { movement }),
    ...(mayNamePayout(ids) && { ids: ids.slice(0, longestId) }),
  };
}

type Money = { amount: Decimal; isCredit: boolean } | { problem: string };

const directions: Record<string, boolean> = {
  c: true,
  cr: true,
  crdt: true,
  credit: true,
  '+': true,
  d: false,
  dr: false,
  dbit: false,
  debit: false,
  '-': false,
};

type ReadNumber = (text: string) => ReadMoney;

/** Reads an amount whose sign or whose column beside it is the direction. */
function readSigned(
  get: Get,
  has: (column: StatementColumn) => boolean,
  number: ReadNumber,
): Money {
  const read = number(get('amount'));
  if ('problem' in read) return { problem: `"amount" ${read.problem}` };
  const isMinus = read.amount.startsWith('-');
  const amount = read.amount.replace('-', '');
  if (!has('direction')) return { amount, isCredit: !isMinus };
  const isCredit = directions[get('direction').toLowerCase()];
  if (isCredit === undefined) return { problem: '"direction" has an unknown value' };
  if (isMinus && isCredit) return { problem: '"amount" is negative' };
  return { amount, isCredit };
}

/** Reads a line that has its amount in one of two columns; the other is empty or zero. */
function readTwoColumns(get: Get, number: ReadNumber): Money {
  const part = (column: 'credit' | 'debit') => number(get(column) || '0');
  const [credit, debit] = [part('credit'), part('debit')];
  if ('problem' in credit) return { problem: `"credit" ${credit.problem}` };
  if ('problem' in debit) return { problem: `"debit" ${debit.problem}` };
  const [isIn, isOut] = [credit, debit].map(({ amount }) => compareDecimals(amount, '0') !== 0);
  if (isIn && isOut) return { problem: '"credit" and "debit" both have an amount' };
  if (isIn && credit.amount.startsWith('-')) return { problem: '"credit" is negative' };
  const { amount } = isOut ? debit : credit;
  return { amount: amount.replace('-', ''), isCredit: !isOut };
}

/** Reads a date in the file's order; null if it isn't one. A time without a zone is its day. */
function readDate(text: string, { dateFormat }: StatementFormat): Booked | null {
  if (dateFormat === 'yyyy-mm-dd') return readMoment(text);
  const names: string[] = dateFormat.match(/yyyy|mm|dd/g) ?? [];
  const source = dateFormat
    .replaceAll(/[.\-/ ]/g, '\\$&')
    .replaceAll(/yyyy/g, '(\\d{4})')
    .replaceAll(/mm|dd/g, dateFormat.length === 8 ? '(\\d\\d)' : '(\\d{1,2})');
  const [, ...values] = new RegExp(`^${source}(?:[T ,]+[\\d:.]+)?$`).exec(text) ?? [];
  const part = (name: string) => (values[names.indexOf(name)] ?? '').padStart(2, '0');
  const day = `${part('yyyy')}-${part('mm')}-${part('dd')}`;
  return isDay(day) ? { day, at: new Date(`${day}T00:00:00Z`) } : null;
}
