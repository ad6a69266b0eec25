import { currencySchema } from '@kassa/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meaningsOf } from '../../brands/direction-words.ts';
import {
  findStatementColumns,
  type StatementColumn,
  type StatementFormat,
  statementFormatSchema,
} from '../../brands/statement-format.ts';
import { marksOf } from '../../ground/currency-marks.ts';
import { FileProblem } from '../../ground/files/file-problem.ts';
import type { ReadStatement, StatementLine } from '../../money/requisites/statement-line.ts';
import { type BankFile, bankFiles } from '../../testing/bank-files.ts';
import {
  delimiterOf,
  harmless,
  mutatedBytes,
  mutatedValue,
} from '../../testing/fuzz/mutated-statements.ts';
import { isLongRun, seedLabel } from '../../testing/run-scale.ts';
import { writeCamt } from '../../testing/write-camt.ts';
import { monthOf } from './month-names.ts';
import { readStatement } from './read-statement.ts';

/** A long run reads 20,000 files, other runs a tenth of them. */
const runs = (count: number) => ({ numRuns: isLongRun ? count : count / 10 });

const amountLast: BankFile = {
  bank: 'a bank with the amount last',
  bytes: Buffer.from(
    'date,text,amount\r\n2026-11-26,KS-7Q2M-41XK,1250.00\r\n2026-11-25,x,-8.90\r\n',
  ),
  currency: 'EUR',
  format: {},
  lines: [],
};

const files = [...bankFiles, amountLast];

const camt: BankFile = {
  ...amountLast,
  bytes: Buffer.from(
    writeCamt('08', {
      lines: ['50.00', '7.00'].map((amount) => ({
        ...{ amount, currency: 'EUR', booked: '2026-11-26', isCredit: true, isReversal: false },
        ...{ bankId: 'B1', text: 'KS-7Q2M-41XK', payerName: 'Ada' },
      })),
    }),
  ),
};

/** Reads a file; null if it is refused. Any other error fails the test. */
async function read(file: BankFile, bytes: Buffer): Promise<ReadStatement | null> {
  const format = statementFormatSchema.parse(file.format);
  try {
    return await readStatement(bytes, { format, currency: file.currency });
  } catch (error) {
    if (error instanceof FileProblem) return null;
    throw error;
  }
}

/** A payment without its place in the file. */
const paymentOf = ({ bookedAt, amount, isCredit, currency }: StatementLine) =>
  `${bookedAt.toISOString()} ${isCredit} ${Number(amount)} ${currency}`;

const anyFile = fc.constantFrom(...files);

test(`files with changed bytes are read or refused, ${seedLabel}`, async () => {
  const changed = fc
    .constantFrom(...files, camt)
    .chain((file) => mutatedBytes(file.bytes).map((bytes) => ({ file, bytes })));
  await fc.assert(
    fc.asyncProperty(changed, async ({ file, bytes }) => {
      const found = await read(file, bytes);
      for (const { amount, currency } of found?.lines ?? []) {
        expect(amount).toMatch(/^\d{1,18}(\.\d+)?$/);
        expect(currencySchema.safeParse(currency).success).toBe(true);
      }
    }),
    runs(8000),
  );
});

test(`cut files are refused or read as far as they go, ${seedLabel}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anyFile, fc.constant(amountLast)),
      fc.oneof(fc.nat(20), fc.nat(1500)),
      async (file, behind) => {
        const whole = await read(file, file.bytes);
        const cut = await read(
          file,
          file.bytes.subarray(0, Math.max(0, file.bytes.length - behind)),
        );
        const expected = (whole?.lines ?? []).slice(0, cut?.lines.length ?? 0);
        expect(cut?.lines.map(paymentOf) ?? []).toEqual(expected.map(paymentOf));
      },
    ),
    runs(2000),
  );
});

test(`harmless changes change no payment, ${seedLabel}`, async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, fc.constantFrom(...harmless), async (file, change) => {
      const encoding = file.doubtful === undefined ? 'utf8' : 'latin1';
      const text = change(file.bytes.toString(encoding), file);
      const [whole, found] = [
        await read(file, file.bytes),
        await read(file, Buffer.from(text, encoding)),
      ];
      if (found !== null) {
        expect(found.lines.map(paymentOf)).toEqual(whole?.lines.map(paymentOf));
      }
    }),
    runs(1000),
  );
});

test(`a changed value is refused, or read as it says, ${seedLabel}`, async () => {
  const money = ['date', 'amount', 'credit', 'debit', 'direction'] as const;
  const changed = fc.tuple(anyFile, fc.nat(1)).chain(([file, at]) => {
    const { places, row } = findRow(file, at);
    const columns = money.filter((column) => places[column] !== undefined);
    return fc
      .constantFrom(...columns)
      .chain((column) =>
        mutatedValue(row[places[column] ?? 0] ?? '').map((value) => ({ file, at, column, value })),
      );
  });
  await fc.assert(
    fc.asyncProperty(changed, async ({ file, at, column, value }) => {
      const whole = await read(file, file.bytes);
      const found = await read(file, replaceValue(file, { at, column, value }));
      if (found === null) return;
      const others = (all: ReadStatement | null) => all?.lines.toSpliced(at, 1).map(paymentOf);
      expect(others(found)).toEqual(others(whole));
      const line = found.lines[at];
      if (line === undefined) throw new Error('The line is missing.');
      const format = statementFormatSchema.parse(file.format);
      if (column === 'date') expect(saysDay(value, line, format)).toBe(true);
      else if (column === 'direction') {
        const said = meaningsOf(value).map(({ direction }) => direction === 'credit');
        expect(said).toContain(line.isCredit);
      } else {
        const isDirected = findRow(file, at).places.direction !== undefined;
        expect(saysAmount(value, line, { column, format, isDirected })).toBe(true);
      }
    }),
    runs(9000),
  );
});

/** The header and a row of a file's table; the first row is 0. */
function findRow({ bytes, format: part, ...file }: BankFile, index: number) {
  const format = statementFormatSchema.parse(part);
  const encoding = file.doubtful === undefined ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding).replace('\ufeff', '').split('\r\n');
  const delimiter = delimiterOf({ bytes, format: part, ...file });
  const values = (line: string) =>
    [...line.matchAll(new RegExp(`(?:^|[${delimiter}])("(?:[^"]*)"|[^${delimiter}]*)`, 'g'))].map(
      ([, value = '']) => value.replaceAll('"', ''),
    );
  const head = values(text[format.headerLine - 1] ?? '');
  const at = format.headerLine + index;
  const row = values(text[at] ?? '');
  return {
    text,
    at,
    row,
    delimiter,
    encoding,
    places: findStatementColumns(format, head),
  } as const;
}

function replaceValue(
  file: BankFile,
  { at: index, column, value }: { at: number; column: StatementColumn; value: string },
): Buffer {
  const { text, at, row, delimiter, encoding, places } = findRow(file, index);
  const changed = row.with(places[column] ?? 0, value);
  const line = changed.map((it) => `"${it.replaceAll('"', '""')}"`).join(delimiter);
  return Buffer.from(text.with(at, line).join('\r\n'), encoding);
}

/** Whether a text has the numbers of a day in the format's order, and none but a time's behind them. */
function saysDay(text: string, { bookedAt }: StatementLine, { dateFormat }: StatementFormat) {
  const [year = '', month = '', day = ''] = bookedAt.toISOString().slice(0, 10).split('-');
  const said = text.match(/\p{L}{3,}|\d+/gu) ?? [];
  const order = dateFormat.match(/y+|m+|d+/g) ?? [];
  if (/^[a-z]+$/.test(dateFormat)) {
    const compact = order.map((part) => ({ y: year, m: month, d: day })[part[0] ?? '']).join('');
    return text.trim().startsWith(compact);
  }
  return order.every((part, index) => {
    const own = said[index] ?? '';
    if (part.startsWith('y')) return own === year.slice(-part.length);
    if (part.startsWith('mmm')) return monthOf(own) === month;
    return own.padStart(2, '0') === (part.startsWith('m') ? month : day);
  });
}

/**
 * Whether a text says an amount, by its digits: all before the decimal mark, all behind it, and groups
 * of the digits that are grouped anywhere. This reads more strictly than the reader.
 */
function saysAmount(
  value: string,
  { amount, isCredit, currency }: StatementLine,
  {
    column,
    format,
    isDirected,
  }: { column: StatementColumn; format: StatementFormat; isDirected: boolean },
): boolean {
  // A word of the direction behind an amount counts where no column says it.
  const isSigned = column === 'amount' && !isDirected;
  const word = isSigned ? /(?<=[\d.)]\s*)[cd]r\.?\s*$/i.exec(value)?.[0] : undefined;
  const text = word === undefined ? value : value.slice(0, -word.length);
  const sign = marksOf(currency).map((mark) => mark.replaceAll(/[.$*+?()[\]\\^|{}]/g, '\\$&'));
  const around = String.raw`(?:[-+−–()\s]|${sign.join('|')})*`;
  const [number = 'x', comma] = format.hasDecimalComma ? [',', '.'] : ['.', ','];
  const groups = String.raw`[1-9]\d{0,2}(?:[${comma}]\d{2,3})+|[1-9]\d{0,2}(?:['’]\d{3})+|[1-9]\d{0,2}(?:\s\d{3})+|\d+`;
  const found = new RegExp(
    `^${around}(?<whole>${groups})?(?:[${number}](?<fraction>\\d*))?${around}$`,
    'iu',
  ).exec(text);
  const isEmpty = /^\s*([-–—−]{1,3}|n\/a)?\s*$/i.test(text);
  // A line without any amount is one of zero.
  if (isEmpty) return column !== 'amount';
  if (found === null) return false;
  const mayGroup = /^\D*[1-9]\d{0,2}([.,])\d{3}[^\d.,]*$/.exec(text)?.[1];
  const isTwofold = format.hasDecimalComma ? mayGroup === '.' : mayGroup !== undefined;
  if (isTwofold && format.groupMark === undefined) return false;
  const { whole = '', fraction = '' } = found.groups ?? {};
  if (Number(`${whole.replaceAll(/\D/g, '') || '0'}.${fraction || '0'}`) !== Number(amount)) {
    // The other column of the line has the amount.
    return column !== 'amount' && !/[1-9]/.test(text);
  }
  const minuses = text.match(/[-−–(]/g)?.length ?? 0;
  if (minuses > 1) return false;
  if (column === 'debit') return !isCredit || Number(amount) === 0;
  if (column === 'credit') return isCredit && (minuses === 0 || Number(amount) === 0);
  const isDebit = minuses > 0 || /d/i.test(word ?? '');
  return !isSigned || isCredit !== isDebit || Number(amount) === 0;
}
