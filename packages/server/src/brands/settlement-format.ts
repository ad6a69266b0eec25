import * as z from 'zod/mini';
import type { MovementType } from '../ground/database/tables/reconciliation.ts';
import { amountMarks, twoMarks } from './amount-marks.ts';
import { findTitles, plainTitle } from './csv-titles.ts';

/** The columns of a settlement file, with their usual names. */
const usualNames = {
  id: ['id', 'transactionid', 'paymentid', 'providerreference', 'reference'],
  type: ['type', 'kind', 'transactiontype'],
  merchantReference: ['merchantreference', 'orderid', 'externalid', 'clientreference'],
  amount: ['amount', 'gross', 'grossamount'],
  currency: ['currency', 'currencycode', 'amountcurrency'],
  fee: ['fee', 'fees', 'commission', 'feeamount'],
  feeCurrency: ['feecurrency'],
  at: ['at', 'date', 'time', 'createdat', 'bookedat', 'transactiondate'],
} as const;

export type SettlementColumn = keyof typeof usualNames;

/** Without these columns a file can't be compared. */
export const neededColumns: readonly SettlementColumn[] = ['id', 'amount', 'currency'];

/** The usual words for movements in settlement files, as `readType` normalizes them. */
const usualTypes: Record<string, MovementType> = {
  receipt: 'receipt',
  payment: 'receipt',
  deposit: 'receipt',
  charge: 'receipt',
  sale: 'receipt',
  chargeback: 'reversal',
  refund: 'reversal',
  reversal: 'reversal',
  payout: 'payout',
  withdrawal: 'payout',
  payoutreturn: 'payoutReturn',
  returnedpayout: 'payoutReturn',
};

const movementSchema = z.enum(['receipt', 'reversal', 'payout', 'payoutReturn']);

/**
 * How a provider's settlement file differs from the default format; in a brand's file, by
 * connector.
 */
const formatSchema = z.strictObject({
  delimiter: z._default(z.string().check(z.minLength(1), z.maxLength(1)), ','),
  /** The header of each column that has no usual name. */
  columns: z._default(
    z.strictObject({
      id: z.optional(z.string()),
      type: z.optional(z.string()),
      merchantReference: z.optional(z.string()),
      amount: z.optional(z.string()),
      currency: z.optional(z.string()),
      fee: z.optional(z.string()),
      feeCurrency: z.optional(z.string()),
      at: z.optional(z.string()),
    }),
    {},
  ),
  /** The provider's words for movements, besides the usual ones. */
  types: z._default(z.record(z.string(), movementSchema), {}),
  ...amountMarks,
});

export const settlementFormatSchema = formatSchema.check(twoMarks);

export type SettlementFormat = z.infer<typeof settlementFormatSchema>;

export const usualFormat: SettlementFormat = settlementFormatSchema.parse({});

/** Finds the index of each column in a file's header; missing columns are left out. */
export function findColumns(
  { columns }: SettlementFormat,
  head: readonly string[],
): Partial<Record<SettlementColumn, number>> {
  return findTitles(usualNames, columns, head);
}

/** Returns the type of a movement from the file's word; undefined if the word is unknown. */
export function readType({ types }: SettlementFormat, word: string): MovementType | undefined {
  const told = Object.entries(types).find(([name]) => plainTitle(name) === plainTitle(word));
  return told?.[1] ?? usualTypes[plainTitle(word)];
}
