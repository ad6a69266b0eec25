import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { amountOf } from '../../amount-in.ts';
import { plainNumberSchema } from '../../exact-numbers.ts';

/* The provider's formats, by its manual. Other fields are ignored. */

const idSchema = z.string().check(z.regex(/^[\w-]{1,128}$/));
const currencySchema = z.string().check(z.regex(/^[A-Z][A-Z0-9]{2,9}$/));
const feeSchema = z.optional(z.nullable(decimalSchema));

/** Any text: a new reason in the manual must not make a response unreadable. */
export const declineReasonWordSchema = z.optional(z.nullable(z.string().check(z.maxLength(64))));

/** What a payment was paid with. A new kind in the manual must not make a response unreadable. */
export const instrumentSchema = z.object({
  kind: z.string(),
  token: z.nullable(z.string()),
  masked: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
});

const instrumentField = z.optional(z.nullable(instrumentSchema));

const ownerShape = { id: idSchema, merchantReference: z.string().check(z.maxLength(128)) };
const moneyShape = { amount: decimalSchema, currency: currencySchema };

/** A payment. The paid amount is that of its first receipt, which has the payment's id. */
export const paymentSchema = z
  .object({
    ...ownerShape,
    ...moneyShape,
    status: z.enum(['pending', 'approved', 'declined', 'canceled']),
    declineReason: declineReasonWordSchema,
    paidAmount: z.nullable(decimalSchema),
    /** Missing or null: the payment's currency. */
    paidCurrency: z.optional(z.nullable(currencySchema)),
    fee: feeSchema,
    /** That of the first receipt. */
    instrument: instrumentField,
  })
  .check(
    amountOf('paidAmount', 'paidCurrency', 'currency'),
    amountOf('fee', 'paidCurrency', 'currency'),
  );

export const receiptSchema = z
  .object({
    ...ownerShape,
    ...moneyShape,
    fee: feeSchema,
    instrument: instrumentField,
  })
  .check(amountOf('amount', 'currency'), amountOf('fee', 'currency'));

export const reversalSchema = z
  .object({
    ...ownerShape,
    receiptId: idSchema,
    ...moneyShape,
    kind: z.enum(['chargeback', 'refund', 'reversal']),
    /** The merchant's own id of a refund that it requested. */
    refundReference: z.optional(z.string().check(z.maxLength(128))),
  })
  .check(amountOf('amount', 'currency'));

/** The holder of an account, as its bank names them. */
export const nameEnquirySchema = z.object({ holder: z.string().check(z.maxLength(512)) });

/** A refund that the merchant requested. Its amount and currency are those of the request. */
export const refundSchema = z
  .object({
    ...ownerShape,
    ...moneyShape,
    /** The merchant's own id of the payment. */
    paymentReference: z.string().check(z.maxLength(128)),
    status: z.enum(['pending', 'completed', 'failed']),
    /** Null: not sent back. */
    refundedAmount: z.nullable(decimalSchema),
    refundedCurrency: z.nullable(currencySchema),
  })
  .check(amountOf('refundedAmount', 'refundedCurrency'));

/** A payout. Its amount and currency are those of the request. */
export const payoutSchema = z
  .object({
    ...ownerShape,
    ...moneyShape,
    status: z.enum(['pending', 'sent', 'completed', 'failed', 'returned']),
    /** Missing or null: not paid. */
    paidAmount: z.optional(z.nullable(decimalSchema)),
    paidCurrency: z.optional(z.nullable(currencySchema)),
    fee: feeSchema,
  })
  .check(amountOf('paidAmount', 'paidCurrency', 'currency'), amountOf('fee', 'currency'));

const missingDetailSchema = z.object({
  name: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  kind: z.enum(['code', 'date', 'document']),
});

export type MissingDetail = z.infer<typeof missingDetailSchema>;

const redirectSchema = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.url({ protocol: /^https?$/ }),
  /** The query of a GET, in addition to the URL's own; the fields of a POST. */
  data: z.optional(z.record(z.string().check(z.regex(/^\w{1,64}$/)), z.string())),
});

const timesShape = {
  createdAt: z.iso.datetime(),
  expiresInSeconds: z.pipe(plainNumberSchema, z.number().check(z.positive())),
};

/** A code that the player scans or copies, or a link for paying. */
const codeSchema = z.object({
  page: z.enum(['eazype', 'pix']),
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  payLink: z.optional(z.string().check(z.maxLength(2048))),
  ...timesShape,
});

/** Everything that a player needs to pay without a page of the provider. */
const invoiceSchema = z.object({
  ...moneyShape,
  /** Texts by language. */
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

const accountTextSchema = z.string().check(z.minLength(1), z.maxLength(256));

/** A bank account, or an address of UPI, that belongs to this payment alone. */
const transferSchema = z.object({
  ...moneyShape,
  bankName: z.optional(accountTextSchema),
  accountNumber: z.optional(accountTextSchema),
  vpa: z.optional(accountTextSchema),
  holder: accountTextSchema,
  reference: accountTextSchema,
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  asksFor: z.optional(z.array(z.enum(['utr']))),
  ...timesShape,
});

/** A person with a card or a phone number, to whom this payment alone is made. */
const personSchema = z.object({
  ...moneyShape,
  cardNumber: z.optional(accountTextSchema),
  phone: z.optional(accountTextSchema),
  bankName: z.optional(accountTextSchema),
  system: z.optional(accountTextSchema),
  holder: z.optional(accountTextSchema),
  reference: z.optional(accountTextSchema),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  ...timesShape,
});

export type SandboxPerson = z.infer<typeof personSchema>;
/** The offer of a seller of crypto. */
const offerSchema = z.object({
  id: idSchema,
  seller: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(64)),
  /** What arrives for the merchant. */
  ...moneyShape,
  fee: decimalSchema,
  coin: currencySchema,
  coinAmount: decimalSchema,
  rate: decimalSchema,
});

const offersSchema = z.object({
  list: z.array(offerSchema).check(z.minLength(1), z.maxLength(24)),
  ...timesShape,
});

export type SandboxOffer = z.infer<typeof offerSchema>;
export type SandboxOffers = z.infer<typeof offersSchema>;
export type SandboxTransfer = z.infer<typeof transferSchema>;
export type SandboxCode = z.infer<typeof codeSchema>;
export type SandboxInvoice = z.infer<typeof invoiceSchema>;

/**
 * A payment with its page, and optionally offers, a code, an invoice, an account or a person to
 * show instead; or with the details that are missing.
 */
export const createdPaymentSchema = z.union([
  z.extend(paymentSchema, {
    redirect: redirectSchema,
    code: z.optional(codeSchema),
    invoice: z.optional(invoiceSchema),
    transfer: z.optional(transferSchema),
    person: z.optional(personSchema),
    /** Offers to choose from first. */
    offers: z.optional(offersSchema),
    /** The chosen offer. */
    takenOffer: z.optional(offerSchema),
  }),
  z.extend(paymentSchema, {
    redirect: z.null(),
    missingDetails: z.array(missingDetailSchema).check(z.minLength(1), z.maxLength(8)),
  }),
]);

/** The details and fields that a payment needs before it is created. */
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

/** A payment with all its receipts and reversals. */
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
  z.object({ ...eventShape, type: z.literal('refund.updated'), refund: refundSchema }),
]);

export type SandboxInstrument = z.infer<typeof instrumentSchema>;
export type SandboxPayment = z.infer<typeof paymentSchema>;
export type SandboxReceipt = z.infer<typeof receiptSchema>;
export type SandboxReversal = z.infer<typeof reversalSchema>;
export type SandboxRefund = z.infer<typeof refundSchema>;
export type SandboxPayout = z.infer<typeof payoutSchema>;
