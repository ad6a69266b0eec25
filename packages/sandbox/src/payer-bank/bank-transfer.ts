import * as z from 'zod/mini';
import { amountSchema } from '../amounts.ts';

/** A text on one line, as a bank's form and its files can carry it. */
const lineSchema = (longest: number) =>
  z.string().check(
    z.maxLength(longest),
    z.refine((text) => !/[\p{Cc}\p{Cs}\p{Cn}]/u.test(text), 'must be printable'),
  );

/** The content of a payer's form. Lengths and digits are those that a statement can carry. */
export const transferOrderSchema = z.object({
  /** The account's number without spaces and dashes; as typed if it is an address with an `@`. */
  account: z.pipe(
    z.pipe(z.string(), z.transform(plainAccount)),
    z.string().check(z.regex(/^[\p{L}\p{N}@._+-]{4,34}$/u)),
  ),
  amount: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.replace(/\s/g, '')),
    ),
    amountSchema.check(z.regex(/^\d{1,11}(\.\d{1,5})?$/)),
  ),
  currency: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim().toUpperCase()),
    ),
    z.string().check(z.regex(/^[A-Z]{3}$/)),
  ),
  text: z.pipe(z.pipe(z.string(), z.transform(trim)), lineSchema(140)),
  payerName: z.pipe(z.pipe(z.string(), z.transform(trim)), lineSchema(140).check(z.minLength(1))),
});

export type TransferOrder = z.infer<typeof transferOrderSchema>;

function plainAccount(text: string): string {
  return text.includes('@') ? text.trim() : text.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
}

function trim(text: string): string {
  return text.trim();
}

/** A transfer of the simulated bank. */
export const bankTransferSchema = z.object({
  /** The bank's id: the same in the notification and in the statement. */
  id: z.string(),
  /** The pressed button: a payer may send several transfers at once. */
  orderId: z.string(),
  account: z.string(),
  amount: amountSchema,
  currency: z.string(),
  text: z.string(),
  payerName: z.string(),
  /** Epoch milliseconds; in the future if the payer pays later. */
  bookedAt: z.number(),
  /** The sandbox's payment if the account is one of its own. */
  paymentId: z.nullable(z.string()),
  /** Nobody is told: only the statement has the transfer. */
  isForgotten: z.boolean(),
});

export type BankTransfer = z.infer<typeof bankTransferSchema>;

/** Encodes a transfer for the notification of the account's owner. */
export function encodeTransfer(transfer: BankTransfer) {
  const { id, account, amount, currency, text, payerName, bookedAt } = transfer;
  return {
    id,
    account,
    amount,
    currency,
    bookedAt: new Date(bookedAt).toISOString(),
    ...(text !== '' && { text }),
    payerName,
  };
}

/** Returns the number (UTR) of a payment by UPI; null for any other transfer. */
export function utrOf({ id, account, currency }: BankTransfer): string | null {
  if (!account.includes('@') || currency !== 'INR') return null;
  const number = BigInt(`0x${id.slice(3)}`) % 10n ** 12n;
  return number.toString().padStart(12, '0');
}
