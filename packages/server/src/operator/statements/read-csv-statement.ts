import { compareDecimals, currencySchema, type Decimal, toUpperAscii } from '@kassa/contract';
import { toMoneyFormat } from '../../brands/amount-marks.ts';
import { resolveDirection } from '../../brands/direction-words.ts';
import {
  findStatementColumns,
  resolveKind,
  type StatementColumn,
  type StatementFormat,
} from '../../brands/statement-format.ts';
import { FileProblem, mostProblems } from '../../ground/files/file-problem.ts';
import { readRows } from '../../ground/files/read-rows.ts';
import type { MoneyFormat, ReadMoney } from '../../ground/read-money.ts';
import { readWrittenMoney } from '../../ground/read-written-money.ts';
import { takeTurns } from '../../ground/take-turns.ts';
import { mayNamePayment } from '../../money/provider-events/find-references.ts';
import type { ReadStatement, StatementLine } from '../../money/requisites/statement-line.ts';
import { startReferences } from './bank-reference.ts';
import { startCut } from './csv-cut.ts';
import { startFooters } from './csv-footers.ts';
import { startWidth } from './csv-width.ts';
import { mostLines } from './read-camt.ts';
import { readDate } from './read-date.ts';
import { cutText, readPayerAccount } from './read-values.ts';

/** The longest id of a bank, in characters. */
const longestId = 200;

export interface CsvOptions {
  format: StatementFormat;
  /** The currency of a file without a column for it; null: such a file is unreadable. */
  currency: string | null;
}

/**
 * Reads a bank's statement in CSV, by the names of its columns. An amount has a sign, or a column of
 * its own for each direction, or a column that names the direction. Rows below the table are left
 * out where they surely are none of it.
 * @throws FileProblem if any line is unreadable, with line and column; nothing is guessed
 */
export async function readCsvStatement(text: string, options: CsvOptions): Promise<ReadStatement> {
  const { headerLine, delimiter } = options.format;
  const problems: string[] = [];
  const read: ReadStatement = {
    format: 'csv',
    accountNumber: null,
    bankReference: null,
    lines: [],
    notBookedCount: 0,
  };
  let table: Table | null = null;
  let footers: string[] = [];
  const takeTurn = takeTurns();
  for await (const { line, values } of readRows(text, delimiter)) {
    if (line < headerLine) continue;
    if (table === null) {
      table = readHead(line, values, { ...options, read, isEnded: /[\r\n]$/.test(text) });
      continue;
    }
    const problem = table.takeRow(line, values);
    const isBelow = read.lines.length > 0;
    if (problem !== null && isBelow && table.isFooter(values))
      footers.push(`line ${line}: ${problem}`);
    else {
      // What stands above a row of the table is no footer.
      problems.push(...footers);
      footers = [];
      if (problem !== null) problems.push(`line ${line}: ${problem}`);
    }
    if (problems.length >= mostProblems) break;
    if (read.lines.length > mostLines) {
      throw new FileProblem([`A file has ${mostLines} lines at most.`]);
    }
    await takeTurn();
  }
  if (table === null) {
    throw new FileProblem([`line ${headerLine}: the file has no header there`]);
  }
  if (problems.length === 0) problems.push(...table.end());
  if (problems.length > 0) throw new FileProblem(problems);
  return read;
}

interface Reading extends CsvOptions {
  read: ReadStatement;
  /** Whether the file's last line has its end. */
  isEnded: boolean;
}

type Get = (column: StatementColumn) => string;

/** The rows below a header. */
interface Table {
  /** Reads a row; returns its problem or null. */
  takeRow: (line: number, values: readonly string[]) => string | null;
  /** Whether a row that can't be read is none of the table, if no other one follows. */
  isFooter: (values: readonly string[]) => boolean;
  /** Returns the problems of the table as a whole. */
  end: () => string[];
}

/** Reads the header. */
function readHead(
  line: number,
  head: readonly string[],
  { read, isEnded, ...options }: Reading,
): Table {
  const { format } = options;
  const places = findStatementColumns(format, head);
  const has = (column: StatementColumn) => places[column] !== undefined;
  const missing = [
    ...(has('date') ? [] : ['date']),
    ...(has('amount') || (has('credit') && has('debit')) ? [] : ['amount, or credit and debit']),
    ...(has('currency') || options.currency !== null ? [] : ['currency']),
  ];
  if (missing.length > 0) {
    throw new FileProblem([`line ${line}: has no column for ${missing.join('; ')}`]);
  }
  const refer = startReferences();
  const readRow = (at: number, values: readonly string[], marks = toMoneyFormat(format)) => {
    const get: Get = (column) => (values[places[column] ?? -1] ?? '').trim();
    return { number: get('account') || null, found: readLine(at, get, has, { ...options, marks }) };
  };
  const width = startWidth(head, {
    format,
    places,
    readPayment: (values, marks) => {
      const { found } = readRow(line, values, marks);
      return 'problem' in found ? null : `${found.day} ${found.amount} ${found.isCredit}`;
    },
  });
  const footers = startFooters({ format, places, width: width.needed, isEnded });
  const cut = startCut({ format, places, last: width.needed - 1, isEnded });
  return {
    takeRow: (at, values) => {
      const misfit = width.check(values);
      if (misfit !== null) return misfit;
      const { number, found } = readRow(at, values);
      if ('problem' in found) return found.problem;
      if (number !== null && read.accountNumber !== null && number !== read.accountNumber) {
        return '"account" differs from the lines above';
      }
      width.keep(at, values);
      cut.keep(at, values, found.currency);
      read.accountNumber = number ?? read.accountNumber;
      const { bankId, day, ...row } = found;
      const content = [row.text, row.payerName];
      read.lines.push({ ...row, bankReference: refer({ ...row, bankId, day, content }) });
      return null;
    },
    isFooter: (values) => {
      const isFooter = footers.take(values);
      if (isFooter) cut.pass();
      return isFooter;
    },
    end: () => [...width.end(), ...cut.end(), ...footers.end(read.lines.length)],
  };
}

type ReadLine = Omit<StatementLine, 'bankReference'> & { bankId: string | null; day: string };

function readLine(
  line: number,
  get: Get,
  has: (column: StatementColumn) => boolean,
  { format, marks, currency: usual }: CsvOptions & { marks: MoneyFormat },
): ReadLine | { problem: string } {
  const booked = readDate(get('date'), format.dateFormat);
  const currency = currencySchema.safeParse(
    has('currency') ? toUpperAscii(get('currency')) : usual,
  );
  const bankId = get('id') || null;
  if (booked === null) return { problem: '"date" is malformed' };
  if (!currency.success) return { problem: '"currency" is malformed' };
  const number = (text: string) => readWrittenMoney(text, currency.data, marks);
  const money = has('amount') ? readSigned(get, has, number, format) : readTwoColumns(get, number);
  if ('problem' in money) return money;
  const movement = resolveKind(format, get('kind'));
  const ids = get('endToEndId').slice(0, longestId);
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
    ...(mayNamePayment(ids) && { ids }),
  };
}

type Money = { amount: Decimal; isCredit: boolean } | { problem: string };

type ReadNumber = (text: string) => ReadMoney;

/** Splits an amount and the direction behind it: `500.00 Dr`. */
export function splitCrDr(text: string): { number: string; word: 'cr' | 'dr' | null } {
  const [, number = text, word] = /^(.*[\d.)])\s*(cr|dr)\.?$/i.exec(text) ?? [];
  if (word === undefined) return { number, word: null };
  return { number, word: /^cr$/i.test(word) ? 'cr' : 'dr' };
}

/** Reads an amount whose sign, a word behind it or a column beside it is the direction. */
function readSigned(
  get: Get,
  has: (column: StatementColumn) => boolean,
  number: ReadNumber,
  { directions }: StatementFormat,
): Money {
  const { number: text, word } = splitCrDr(get('amount'));
  const read = number(word !== null && has('direction') ? get('amount') : text);
  if ('problem' in read) return { problem: `"amount" ${read.problem}` };
  const isMinus = read.amount.startsWith('-');
  const amount = read.amount.replace('-', '');
  if (!has('direction') && word === null) return { amount, isCredit: !isMinus };
  const direction = resolveDirection(directions, word ?? get('direction'));
  if (direction === undefined) return { problem: '"direction" has an unknown value' };
  const isCredit = direction === 'credit';
  if (isMinus && isCredit) return { problem: '"amount" is negative' };
  return { amount, isCredit };
}

const emptyMark = /^(?:[-\u2012\u2013\u2014\u2212]{1,3}|n\/a)?$/i;

/** Whether a text is what banks write in a column in which a line has no amount. */
export const isEmptyMark = (text: string) => emptyMark.test(text);

/** Reads a line that has its amount in one of two columns; the other is empty, `-` or zero. */
function readTwoColumns(get: Get, number: ReadNumber): Money {
  const part = (column: 'credit' | 'debit') => number(isEmptyMark(get(column)) ? '0' : get(column));
  const [credit, debit] = [part('credit'), part('debit')];
  if ('problem' in credit) return { problem: `"credit" ${credit.problem}` };
  if ('problem' in debit) return { problem: `"debit" ${debit.problem}` };
  const [isIn, isOut] = [credit, debit].map(({ amount }) => compareDecimals(amount, '0') !== 0);
  if (isIn && isOut) return { problem: '"credit" and "debit" both have an amount' };
  if (isIn && credit.amount.startsWith('-')) return { problem: '"credit" is negative' };
  const { amount } = isOut ? debit : credit;
  return { amount: amount.replace('-', ''), isCredit: !isOut };
}
