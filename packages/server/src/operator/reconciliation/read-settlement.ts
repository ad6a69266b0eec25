import { currencySchema, type Decimal, decimalSchema } from '@kassa/contract';
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import type { MovementType } from '../../db/tables/reconciliation.ts';
import { dayRange } from '../instants.ts';
import {
  findColumns,
  neededColumns,
  readType,
  type SettlementColumn,
  type SettlementFormat,
} from './settlement-format.ts';

/** A movement of money as a provider's file has it. */
export interface SettlementLine {
  /** As the file counts them, its head being 1. */
  line: number;
  type: MovementType;
  providerReference: string;
  merchantReference: string | null;
  /** Never negative: the type says whose money it was. */
  amount: Decimal;
  currency: string;
  fee: Decimal | null;
  feeCurrency: string | null;
  at: Date | null;
}

export interface ReadSettlement {
  lines: SettlementLine[];
  /** What can't be read, each with its number and reason. */
  badLines: string[];
}

/** A provider's day begins and ends somewhere on earth: so far from ours at most. */
const farthestZoneMs = 14 * 3600_000;

/** Reads a settlement file of one day. Nothing is guessed: a line is whole and plain, or it is bad. */
export function readSettlement(csv: string, day: string, format: SettlementFormat): ReadSettlement {
  const rows = parseRows(csv, format);
  if ('problem' in rows) return { lines: [], badLines: [rows.problem] };
  const [head, ...body] = rows.rows;
  if (head === undefined) return { lines: [], badLines: ['line 1: the file is empty'] };
  const places = findColumns(format, head.values);
  const missing = neededColumns.filter((column) => places[column] === undefined);
  if (missing.length > 0) {
    const found = head.values.join(', ');
    return {
      lines: [],
      badLines: [`line 1: has no column for ${missing.join(', ')} in: ${found}`],
    };
  }
  const lines: SettlementLine[] = [];
  const badLines: string[] = [];
  const seen = new Map<string, number>();
  for (const { line, values } of body) {
    const get = (column: SettlementColumn) => (values[places[column] ?? -1] ?? '').trim();
    const read = readLine(line, values.length === head.values.length, get, { day, format });
    const before = 'problem' in read ? undefined : seen.get(keyOf(read));
    if ('problem' in read) badLines.push(`line ${line}: ${read.problem}`);
    else if (before !== undefined) badLines.push(`line ${line}: is line ${before} again`);
    else {
      seen.set(keyOf(read), line);
      lines.push(read);
    }
  }
  return { lines, badLines };
}

const keyOf = ({ type, providerReference }: SettlementLine) => `${type} ${providerReference}`;

interface Row {
  line: number;
  values: string[];
}

function parseRows(
  csv: string,
  { delimiter }: SettlementFormat,
): { rows: Row[] } | { problem: string } {
  try {
    const parsed = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return { rows: parsed.map(({ info, record }) => ({ line: info.lines, values: record })) };
  } catch (error) {
    if (error instanceof CsvError) return { problem: `line ${error.lines}: ${error.message}` };
    throw error;
  }
}

function readLine(
  line: number,
  isWhole: boolean,
  get: (column: SettlementColumn) => string,
  { day, format }: { day: string; format: SettlementFormat },
): SettlementLine | { problem: string } {
  if (!isWhole) return { problem: 'has not as many values as the head' };
  const number = (text: string) => readAmount(text, format);
  const type = get('type') === '' ? 'receipt' : readType(format, get('type'));
  const [amount, fee] = [number(get('amount')), number(get('fee'))];
  const currency = currencySchema.safeParse(get('currency').toUpperCase());
  const feeCurrency = currencySchema.safeParse(
    (get('feeCurrency') || get('currency')).toUpperCase(),
  );
  const at = get('at') === '' ? null : readMoment(get('at'));
  if (get('id') === '') return { problem: 'has no id' };
  if (type === undefined) return { problem: `nobody knows the type "${get('type')}"` };
  if (amount === undefined) return { problem: `"${get('amount')}" is no amount` };
  if (!currency.success) return { problem: `"${get('currency')}" is no currency` };
  if (get('fee') !== '' && fee === undefined) return { problem: `"${get('fee')}" is no fee` };
  if (!feeCurrency.success) return { problem: `"${get('feeCurrency')}" is no currency` };
  if (at === undefined) return { problem: `"${get('at')}" is no moment` };
  if (at !== null && !isNear(at, day)) return { problem: `is of another day: ${get('at')}` };
  return {
    line,
    type,
    providerReference: get('id'),
    merchantReference: get('merchantReference') || null,
    amount: amount.replace('-', ''),
    currency: currency.data,
    // Some files have fees as what goes off.
    fee: fee?.replace('-', '') ?? null,
    feeCurrency: fee === undefined ? null : feeCurrency.data,
    at,
  };
}

function readAmount(text: string, { hasDecimalComma }: SettlementFormat): Decimal | undefined {
  const spelled = hasDecimalComma ? text.replace(',', '.') : text;
  return decimalSchema.safeParse(spelled).data;
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
    at.getTime() >= start.getTime() - farthestZoneMs &&
    at.getTime() < end.getTime() + farthestZoneMs
  );
}
