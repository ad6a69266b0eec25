import * as z from 'zod/mini';
import { add, amountSchema, currencySchema } from './amounts.ts';
import { customerSchema } from './customer.ts';
import type { DeclineReason } from './decline-reasons.ts';
import type { Details } from './details.ts';
import { instrumentSchema } from './instrument.ts';
import type { Offer, OfferList } from './onramp/offer.ts';

export const webAddressSchema = z.string().check(
  z.maxLength(2048),
  z.refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an http or https address',
  ),
);

/** The player's details by name. */
export const detailsSchema = z.record(z.string().check(z.maxLength(64)), z.string());

/** The reference that the merchant shows to its customer; only the pages show it. */
export const referenceSchema = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

/** Returns the reference that people know, else the merchant's id. */
export function shownReference(request: { reference?: string; merchantReference: string }): string {
  return request.reference ?? request.merchantReference;
}

/** A merchant's request to create a payment. */
export const paymentRequestSchema = z.object({
  /** The merchant's own id of the payment; makes creating idempotent. */
  merchantReference: z.string().check(z.minLength(1), z.maxLength(128)),
  reference: referenceSchema,
  /** What arrives for the merchant. */
  amount: amountSchema,
  /** What the payer is charged on top of the amount; the provider keeps it. */
  payerFee: z.optional(amountSchema),
  currency: currencySchema,
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  returnUrl: webAddressSchema,
  webhookUrl: webAddressSchema,
  customerId: z.optional(z.string().check(z.maxLength(128))),
  customer: z.optional(customerSchema),
  /** The player's details for the method, by name. */
  details: z.optional(detailsSchema),
  /** The kind of method and the merchant's view of it; they determine the player's next step. */
  category: z.optional(z.string().check(z.maxLength(64))),
  cardViewType: z.optional(z.int().check(z.minimum(0), z.maximum(99))),
});

export type PaymentRequest = z.infer<typeof paymentRequestSchema>;

/** Money that arrived for a payment. */
export const receiptSchema = z.object({
  /** The first receipt of a payment has the payment's id; every other one has its own. */
  id: z.string(),
  amount: amountSchema,
  currency: currencySchema,
  /** The provider's fee, in the same currency. */
  fee: z.nullable(amountSchema),
  /** Missing in an older journal. */
  instrument: z.optional(instrumentSchema),
  /** The transfer of the simulated bank that brought the money. */
  transferId: z.optional(z.string()),
  /** Epoch milliseconds. */
  at: z.number(),
});

export type Receipt = z.infer<typeof receiptSchema>;

/** Money of a receipt that was taken back. */
export const reversalSchema = z.object({
  id: z.string(),
  receiptId: z.string(),
  kind: z.enum(['chargeback', 'refund', 'reversal']),
  amount: amountSchema,
  currency: currencySchema,
  /** The merchant's own id of the refund that it requested; missing for any other reversal. */
  refundReference: z.optional(z.string()),
  /** Epoch milliseconds. */
  at: z.number(),
});

export type Reversal = z.infer<typeof reversalSchema>;

export const paymentStatusSchema = z.enum(['pending', 'approved', 'declined', 'canceled']);

/** The player's claim to have paid, as passed on by the merchant. */
export const playerClaimSchema = z.object({
  confirmationId: z.nullable(z.string()),
  /** The values of an invoice's fields; missing if the invoice has none. */
  details: z.optional(detailsSchema),
});

/** A payment at its creation; receipts and reversals are separate entries. */
export const newPaymentSchema = z.object({
  id: z.string(),
  /** Unguessable part of the hosted page's address. */
  token: z.string(),
  request: paymentRequestSchema,
  /** Epoch milliseconds; missing in an older journal. */
  createdAt: z.optional(z.number()),
});

export interface Payment extends z.infer<typeof newPaymentSchema> {
  status: z.infer<typeof paymentStatusSchema>;
  /** The reason of a decline, if one was given; kept even if money arrives later. */
  declineReason: DeclineReason | null;
  /** Details given after the creation, on the provider's request. */
  laterDetails: Details;
  /** The time of a late approval, in epoch milliseconds. */
  approvalDueAt: number | null;
  playerClaim: z.infer<typeof playerClaimSchema> | null;
  /** The latest offers of a payment that buys crypto. */
  offerList: OfferList | null;
  /** The offer that the payer took. */
  takenOffer: Offer | null;
  /** Oldest first; an approved payment has at least one. */
  receipts: readonly Receipt[];
  reversals: readonly Reversal[];
}

/** Returns all details of the player, including later ones. */
export function detailsOf({ request, laterDetails }: Payment): Details {
  return { ...request.details, ...laterDetails };
}

/** Returns the sum that the payer is charged: the amount, and the fee on top of it. */
export function chargedOf({ amount, payerFee }: Pick<PaymentRequest, 'amount' | 'payerFee'>) {
  return payerFee === undefined ? amount : add(amount, payerFee);
}

/** Encodes a payment for its notifications. The paid amount is the first receipt's. */
export function encodePayment({ id, request, status, declineReason, receipts }: Payment) {
  const { merchantReference, amount, currency } = request;
  const [first] = receipts;
  return {
    id,
    merchantReference,
    status,
    declineReason: status === 'declined' ? declineReason : null,
    amount,
    currency,
    paidAmount: first?.amount ?? null,
    paidCurrency: first?.currency ?? null,
    fee: first?.fee ?? null,
    instrument: first?.instrument ?? null,
  };
}

export function encodeReceipt({ id, request }: Payment, receipt: Receipt) {
  const { at, transferId: _, ...shown } = receipt;
  const { merchantReference } = request;
  return { ...shown, paymentId: id, merchantReference, receivedAt: new Date(at).toISOString() };
}

export function encodeReversal({ id, request }: Payment, reversal: Reversal) {
  const { at, ...shown } = reversal;
  const { merchantReference } = request;
  return { ...shown, paymentId: id, merchantReference, createdAt: new Date(at).toISOString() };
}
