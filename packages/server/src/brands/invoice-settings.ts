import * as z from 'zod/mini';
import { accountNameSchema } from './account-name.ts';

const countSchema = (usual: number) =>
  z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), usual);

/** The rules of invoices to the brand's own accounts (docs/money-core.md, "Own accounts"). */
export const invoiceSettingsSchema = z.strictObject({
  /** How many open invoices a player may have on one of the brand's own accounts. */
  mostOnAccount: countSchema(2),
  /** How many open invoices a player may have altogether. */
  most: countSchema(3),
  /** How many percent of an account's day, by amount and count, a player's open invoices take at most. */
  mostOfDay: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
  /** After so many invoices left unpaid in a row the player waits before the next one. */
  unpaidBeforePause: countSchema(3),
  /**
   * The accounts whose banks name no payer, and where an exact odd amount of a live invoice is evidence enough,
   * also if another invoice lies within 1 %.
   */
  creditOddAmounts: z._default(z.array(accountNameSchema), []),
});

export type InvoiceSettings = z.infer<typeof invoiceSettingsSchema>;

export const ordinaryInvoices: InvoiceSettings = invoiceSettingsSchema.parse({});
