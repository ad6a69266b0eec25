import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';

/*
 * The provider's own words, as its manual has them. Whatever else it sends is ignored.
 */

const idSchema = z.string().check(z.regex(/^[\w-]{1,128}$/));
const currencySchema = z.string().check(z.regex(/^[A-Z][A-Z0-9]{2,9}$/));
const feeSchema = z.optional(z.nullable(decimalSchema));

/** Any word: a new one in the manual must not make an answer unreadable. */
export const declineReasonWordSchema = z.optional(z.nullable(z.string().check(z.maxLength(64))));

const ownerShape = { id: idSchema, merchantReference: z.string().check(z.maxLength(128)) };
const moneyShape = { amount: decimalSchema, currency: currencySchema };

/** A payment; what was paid is what its first receipt brought, and has the payment's id. */
export const paymentSchema = z.object({
  ...ownerShape,
  ...moneyShape,
  status: z.enum(['pending', 'approved', 'declined', 'canceled']),
  declineReason: declineReasonWordSchema,
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
  /** The query of a GET, besides what the address has; the fields of a POST. */
  data: z.optional(z.record(z.string().check(z.regex(/^\w{1,64}$/)), z.string())),
});

const timesShape = {
  createdAt: z.iso.datetime(),
  expiresInSeconds: z.number().check(z.positive()),
};

/** A code that the player scans or copies, or a link to where it is paid. */
const codeSchema = z.object({
  page: z.enum(['eazype', 'pix']),
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  payLink: z.optional(z.string().check(z.maxLength(2048))),
  ...timesShape,
});

/** All that a player needs to pay without a page of the provider's. */
const invoiceSchema = z.object({
  ...moneyShape,
  /** Words by language. */
  steps: z.array(z.record(z.string(), z.string())).check(z.minLength(1), z.maxLength(20)),
  codeText: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  payLink: z.optional(z.string().check(z.maxLength(2048))),
  requisites: z.array(
    z.object({
      name: z.string().check(z.maxLength(64)),
      kind: z.string().check(z.maxLength(32)),
      value: z.string().check(z.minLength(1), z.maxLength(512)),
      isCopyable: z.boolean(),
    }),
  ),
  asksFor: z.array(z.enum(['senderName', 'utr'])),
  buttons: z.array(z.enum(['complete', 'cancel'])),
  ...timesShape,
});

export type SandboxCode = z.infer<typeof codeSchema>;
export type SandboxInvoice = z.infer<typeof invoiceSchema>;

/** A payment with its page, and what a merchant may show instead of it; or with what is to be said before. */
export const createdPaymentSchema = z.union([
  z.extend(paymentSchema, {
    redirect: redirectSchema,
    code: z.optional(codeSchema),
    invoice: z.optional(invoiceSchema),
  }),
  z.extend(paymentSchema, {
    redirect: z.null(),
    missingDetails: z.array(missingDetailSchema).check(z.minLength(1), z.maxLength(8)),
  }),
]);

/** What is to be known before a payment is made. */
export const preparationSchema = z.object({
  details: z.array(
    z.object({
      name: z.enum(['payeeName', 'payeeAddress', 'payeeCode']),
      kind: z.enum(['text', 'address', 'qr']),
      value: z.string().check(z.minLength(1), z.maxLength(512)),
    }),
  ),
  asksFor: z.array(z.enum(['payerAddress'])),
});

export type SandboxPreparation = z.infer<typeof preparationSchema>;

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
