import * as z from 'zod/mini';
import { type MovementKind, movementKinds } from '../connectors/provider-event.ts';
import { amountMarks, twoMarks } from './amount-marks.ts';
import { findTitles } from './csv-titles.ts';
import { isDateFormat } from './date-format.ts';
import { directionSetNames } from './direction-words.ts';

/** The columns of a bank's statement in CSV, with their usual names. */
const usualNames = {
  date: ['date', 'bookingdate', 'bookedat', 'bookedon', 'transactiondate'],
  amount: ['amount'],
  credit: ['credit', 'creditamount', 'paidin', 'moneyin'],
  debit: ['debit', 'debitamount', 'paidout', 'moneyout'],
  direction: ['direction', 'creditdebit', 'creditdebitindicator', 'drcr', 'crdr'],
  currency: ['currency', 'currencycode'],
  id: ['id', 'transactionid', 'bankreference'],
  text: ['text', 'description', 'details', 'purpose', 'narrative', 'remittanceinformation'],
  payer: ['payer', 'payername', 'counterparty', 'name'],
  payerAccount: ['payeraccount', 'payeriban', 'counterpartyaccount', 'counterpartyiban'],
  kind: ['kind', 'type', 'transactiontype'],
  endToEndId: ['endtoendid', 'endtoendreference', 'customerreference'],
  // Files often have a column "IBAN" with the payer's account, so it has no usual name.
  account: [],
} as const satisfies Record<string, readonly string[]>;

export type StatementColumn = keyof typeof usualNames;

const titleSchema = z.optional(z.string().check(z.minLength(1)));

/** The encodings in which banks write CSV files, by their WHATWG names. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'koi8-r',
] as const;

/**
 * How the CSV statements of a brand's own accounts differ from the default format; in a brand's
 * file, by account.
 */
const formatSchema = z.strictObject({
  /** The encoding of a file without a byte order mark. */
  encoding: z._default(z.enum(encodings), 'utf-8'),
  delimiter: z._default(z.string().check(z.minLength(1), z.maxLength(1)), ','),
  /** The line of the header; banks write about the account above it. */
  headerLine: z._default(z.int().check(z.minimum(1), z.maximum(100)), 1),
  /** The header of each column that has no usual name. */
  columns: z._default(
    z.strictObject({
      date: titleSchema,
      amount: titleSchema,
      credit: titleSchema,
      debit: titleSchema,
      direction: titleSchema,
      currency: titleSchema,
      id: titleSchema,
      text: titleSchema,
      payer: titleSchema,
      payerAccount: titleSchema,
      kind: titleSchema,
      endToEndId: titleSchema,
      account: titleSchema,
    }),
    {},
  ),
  /**
   * The order of a date's parts; a time of day may follow in the file. `yy` is a year from 2000;
   * `mmm` and `mmmm` are a month's name, short or full.
   */
  dateFormat: z._default(
    z
      .string()
      .check(
        z.refine(isDateFormat, 'must have day, month and year, as in "dd.mm.yyyy", "dd-mmm-yy"'),
      ),
    'yyyy-mm-dd',
  ),
  ...amountMarks,
  /** What the bank's words in the column `direction` mean: a known set's, or its own. */
  directions: z.optional(
    z.union([
      z.enum(directionSetNames),
      z.record(z.string().check(z.minLength(1)), z.enum(['credit', 'debit'])),
    ]),
  ),
  /** What the bank's words in the column `kind` mean; case makes no difference. */
  kinds: z._default(z.record(z.string(), z.enum(movementKinds)), {}),
});

export const statementFormatSchema = formatSchema.check(twoMarks);

export type StatementFormat = z.infer<typeof statementFormatSchema>;

export const usualStatementFormat: StatementFormat = statementFormatSchema.parse({});

/** Finds the index of each column in a file's header; missing columns are left out. */
export function findStatementColumns(
  { columns }: StatementFormat,
  head: readonly string[],
): Partial<Record<StatementColumn, number>> {
  return findTitles(usualNames, columns, head);
}

/** The words that need no setting. */
const usualKinds: Readonly<Record<string, MovementKind>> = {
  return: 'return',
  returned: 'return',
  reversal: 'return',
  own: 'own',
  charge: 'charge',
  charges: 'charge',
  fee: 'charge',
  fees: 'charge',
  interest: 'interest',
};

/** Returns what a movement is by the bank's word for it; any other word says nothing. */
export function resolveKind({ kinds }: Pick<StatementFormat, 'kinds'>, word: string): MovementKind {
  const plain = word.toLowerCase();
  const set = Object.entries(kinds).find(([known]) => known.toLowerCase() === plain);
  return set?.[1] ?? (Object.hasOwn(usualKinds, plain) ? usualKinds[plain] : null) ?? 'payment';
}
