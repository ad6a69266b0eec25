import { compareDecimals, currencySchema, type Decimal, toUpperAscii } from '@kassa/contract';
import * as z from 'zod/mini';
import { toMoneyFormat } from '../../brands/amount-marks.ts';
import {
  findColumns,
  neededColumns,
  readType,
  type SettlementColumn,
  type SettlementFormat,
} from '../../brands/settlement-format.ts';
import type { MovementType } from '../../ground/database/tables/reconciliation.ts';
import { FileProblem } from '../../ground/files/file-problem.ts';
import { readRows } from '../../ground/files/read-rows.ts';
import type { MoneyFormat } from '../../ground/read-money.ts';
import { readWrittenMoney } from '../../ground/read-written-money.ts';
import { takeTurns } from '../../ground/take-turns.ts';
import { dayRange } from '../request-fields.ts';

/** A movement of money in a provider's settlement file. */
export interface SettlementLine {
  /** The line number in the file; the header is line 1. */
  line: number;
  type: MovementType;
  providerReference: string;
  merchantReference: string | null;
  /** Never negative: the type gives the direction. */
  amount: Decimal;
  currency: string;
  fee: Decimal | null;
  feeCurrency: string | null;
  at: Date | null;
}

export interface ReadSettlement {
  lines: SettlementLine[];
  /** The unreadable lines: number, column and reason, never the content, which may be personal. */
  badLines: string[];
}

/**
 * A provider's day may be in any time zone, so it differs from the UTC day by this much at most.
 */
const widestOffsetMs = 14 * 3600_000;

/** The most lines of a file. */
export const mostLines = 100_000;

/**
 * Parses a settlement file of one day. Yields to the event loop, so that a large file doesn't block
 * the process. Nothing is guessed: a line that is incomplete or ambiguous is unreadable.
 */
export async function readSettlement(
  csv: string,
  day: string,
  format: SettlementFormat,
): Promise<ReadSettlement> {
  const read: ReadSettlement = { lines: [], badLines: [] };
  let takeLine: TakeLine | null = null;
  let count = 0;
  const takeTurn = takeTurns();
  try {
    for await (const { line, values } of readRows(csv, format.delimiter)) {
      if (takeLine === null) takeLine = readHead(values, read, { day, format });
      else takeLine(line, values);
      if (takeLine === null) break;
      count += 1;
      if (count > mostLines + 1) {
        return { lines: [], badLines: [`line ${line}: a file has ${mostLines} lines at most`] };
      }
      await takeTurn();
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { lines: [], badLines: [...error.problems] };
  }
  if (count === 0 && read.badLines.length === 0) read.badLines.push('line 1: the file is empty');
  return read;
}

type TakeLine = (line: number, values: readonly string[]) => void;

/** Reads the header. Returns the reader of the lines below it, or null if a column is missing. */
function readHead(
  head: readonly string[],
  { lines, badLines }: ReadSettlement,
  { day, format }: { day: string; format: SettlementFormat },
): TakeLine | null {
  const places = findColumns(format, head);
  const missing = neededColumns.filter((column) => places[column] === undefined);
  if (missing.length > 0) {
    badLines.push(`line 1: has no column for ${missing.join(', ')}`);
    return null;
  }
  const seen = new Map<string, number>();
  // A delimiter too many may end the header.
  const needed = head.findLastIndex((title) => title.trim() !== '') + 1;
  const reading = { day, format, marks: toMoneyFormat(format), fees: { isMinus: null } };
  return (line, values) => {
    const get = (column: SettlementColumn) => (values[places[column] ?? -1] ?? '').trim();
    const read = readLine(line, [needed, head.length].includes(values.length), get, reading);
    const before = 'problem' in read ? undefined : seen.get(keyOf(read));
    if ('problem' in read) badLines.push(`line ${line}: ${read.problem}`);
    else if (before !== undefined) badLines.push(`line ${line}: repeats line ${before}`);
    else {
      seen.set(keyOf(read), line);
      lines.push(read);
    }
  };
}

interface Reading {
  day: string;
  format: SettlementFormat;
  marks: MoneyFormat;
  fees: FeeSign;
}

/** Whether a file has negative fees; null until its first fee. */
interface FeeSign {
  isMinus: boolean | null;
}

const keyOf = ({ type, providerReference }: SettlementLine) => `${type} ${providerReference}`;

function readLine(
  line: number,
  isWhole: boolean,
  get: (column: SettlementColumn) => string,
  { day, format, marks, fees }: Reading,
): SettlementLine | { problem: string } {
  if (!isWhole) return { problem: 'the number of values differs from the header' };
  const type = get('type') === '' ? 'receipt' : readType(format, get('type'));
  const currency = currencySchema.safeParse(toUpperAscii(get('currency')));
  const feeCurrency = currencySchema.safeParse(toUpperAscii(get('feeCurrency') || get('currency')));
  const at = get('at') === '' ? null : readMoment(get('at'));
  if (get('id') === '') return { problem: 'has no id' };
  if (type === undefined) return { problem: '"type" has an unknown value' };
  if (!currency.success) return { problem: '"currency" is malformed' };
  if (!feeCurrency.success) return { problem: '"feeCurrency" is malformed' };
  const paid = readWrittenMoney(get('amount'), currency.data, marks);
  if ('problem' in paid) return { problem: `"amount" ${paid.problem}` };
  const { amount } = paid;
  if (amount.startsWith('-') && !isOutgoing(type)) return { problem: '"amount" is negative' };
  const kept = get('fee') === '' ? null : readWrittenMoney(get('fee'), feeCurrency.data, marks);
  if (kept !== null && 'problem' in kept) return { problem: `"fee" ${kept.problem}` };
  const fee = kept?.amount;
  if (fee !== undefined && !hasSameSign(fee, fees)) {
    return { problem: `the sign of "fee" differs from the file's other fees` };
  }
  if (at === undefined) return { problem: '"at" is malformed' };
  if (at !== null && !isNear(at, day)) return { problem: '"at" is on another day' };
  return {
    line,
    type,
    providerReference: get('id'),
    merchantReference: get('merchantReference') || null,
    amount: amount.replace('-', ''),
    currency: currency.data,
    // Some files have negative fees.
    fee: fee?.replace('-', '') ?? null,
    feeCurrency: fee === undefined ? null : feeCurrency.data,
    at,
  };
}

/**
 * Whether the money leaves the provider. Some files have negative amounts then. A negative incoming
 * amount would mean something else.
 */
function isOutgoing(type: MovementType): boolean {
  return type === 'reversal' || type === 'payout';
}

/** Whether a fee has the sign of the file's other fees; otherwise its meaning is unclear. */
function hasSameSign(fee: Decimal, fees: FeeSign): boolean {
  if (compareDecimals(fee, '0') === 0) return true;
  const isMinus = fee.startsWith('-');
  fees.isMinus ??= isMinus;
  return fees.isMinus === isMinus;
}

const momentSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

function readMoment(text: string): Date | undefined {
  const parsed = momentSchema.safeParse(text.replace(' ', 'T'));
  const date = new Date(parsed.success ? parsed.data : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function isNear(at: Date, day: string): boolean {
  const { start, end } = dayRange(day);
  return (
    at.getTime() >= start.getTime() - widestOffsetMs &&
    at.getTime() < end.getTime() + widestOffsetMs
  );
}
