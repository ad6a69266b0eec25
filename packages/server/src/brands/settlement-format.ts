import * as z from 'zod/mini';
import type { MovementType } from '../ground/database/tables/reconciliation.ts';

/** What a settlement file may say of a movement, and the names that its column usually has. */
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

const settlementColumns = Object.keys(usualNames) as SettlementColumn[];

/** Without these a file can't be compared. */
export const neededColumns: readonly SettlementColumn[] = ['id', 'amount', 'currency'];

/** The words that files usually have for what moved, as `readType` spells them. */
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

/** How a provider's settlement file differs from the usual; in a brand's file, by connector. */
export const settlementFormatSchema = z.strictObject({
  delimiter: z._default(z.string().check(z.minLength(1), z.maxLength(1)), ','),
  /** The head of each column that isn't found by a usual name. */
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
  /** The provider's words for what moved, besides the usual ones. */
  types: z._default(z.record(z.string(), movementSchema), {}),
  /** `12,50` instead of `12.50`. */
  hasDecimalComma: z._default(z.boolean(), false),
});

export type SettlementFormat = z.infer<typeof settlementFormatSchema>;

export const usualFormat: SettlementFormat = settlementFormatSchema.parse({});

/** Spelling makes no difference: `Gross Amount`, `gross_amount` and `grossAmount` are one. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Finds the place of each column in a file's head; those that it lacks are left out. */
export function findColumns(
  { columns }: SettlementFormat,
  head: readonly string[],
): Partial<Record<SettlementColumn, number>> {
  const found: Partial<Record<SettlementColumn, number>> = {};
  for (const column of settlementColumns) {
    const told = columns[column];
    const names: readonly string[] = told === undefined ? usualNames[column] : [plain(told)];
    for (const name of names) {
      const index = head.findIndex((title) => plain(title) === name);
      if (index >= 0) found[column] ??= index;
    }
  }
  return found;
}

/** What moved, by the file's word for it; undefined where nobody knows the word. */
export function readType({ types }: SettlementFormat, word: string): MovementType | undefined {
  const told = Object.entries(types).find(([name]) => plain(name) === plain(word));
  return told?.[1] ?? usualTypes[plain(word)];
}
