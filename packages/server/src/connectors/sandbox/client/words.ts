import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';

/*
 * The provider's own words, as its manual has them. Whatever else it sends is ignored.
 */

const idSchema = z.string().check(z.regex(/^[\w-]{1,128}$/));
const currencySchema = z.string().check(z.regex(/^[A-Z][A-Z0-9]{2,9}$/));
const feeSchema = z.optional(z.nullable(decimalSchema));

const ownerShape = { id: idSchema, merchantReference: z.string().check(z.maxLength(128)) };
const moneyShape = { amount: decimalSchema, currency: currencySchema };

/** A payment; what was paid is what its first receipt brought, and has the payment's id. */
export const paymentSchema = z.object({
  ...ownerShape,
  ...moneyShape,
  status: z.enum(['pending', 'approved', 'declined', 'canceled']),
  paidAmount: z.nullable(decimalSchema),
  /** Missing or null: the payment's currency. */
  paidCurrency: z.optional(z.nullable(currencySchema)),
  fee: feeSchema,
});

export const receiptSchema = z.object({ ...ownerShape, ...moneyShape, fee: feeSchema });

export const reversalSchema = z.object({
  ...ownerShape,
  receiptId: idSchema,
  ...moneyShape,
  kind: z.enum(['chargeback', 'refund', 'reversal']),
});

export const payoutSchema = z.object({
  ...ownerShape,
  ...moneyShape,
  status: z.enum(['pending', 'sent', 'completed', 'failed', 'returned']),
  fee: feeSchema,
});

const missingDetailSchema = z.object({
  name: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  kind: z.enum(['code', 'date', 'document']),
});

export type MissingDetail = z.infer<typeof missingDetailSchema>;

const redirectSchema = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.url({ protocol: /^https?$/ }),
});

/** A payment with its page; or with what is to be said before there is one. */
export const createdPaymentSchema = z.union([
  z.extend(paymentSchema, { redirect: redirectSchema }),
  z.extend(paymentSchema, {
    redirect: z.null(),
    missingDetails: z.array(missingDetailSchema).check(z.minLength(1), z.maxLength(8)),
  }),
]);

/** A payment with all that arrived for it and was taken back of it. */
export const knownPaymentSchema = z.extend(paymentSchema, {
  receipts: z.array(receiptSchema),
  reversals: z.array(reversalSchema),
});

const eventShape = { eventId: z.string().check(z.minLength(1), z.maxLength(128)) };

export const notificationSchema = z.discriminatedUnion('type', [
  z.object({ ...eventShape, type: z.literal('payment.updated'), payment: paymentSchema }),
  z.object({ ...eventShape, type: z.literal('receipt.created'), receipt: receiptSchema }),
  z.object({ ...eventShape, type: z.literal('reversal.created'), reversal: reversalSchema }),
  z.object({ ...eventShape, type: z.literal('payout.updated'), payout: payoutSchema }),
]);

export type SandboxPayment = z.infer<typeof paymentSchema>;
export type SandboxReceipt = z.infer<typeof receiptSchema>;
export type SandboxReversal = z.infer<typeof reversalSchema>;
export type SandboxPayout = z.infer<typeof payoutSchema>;
