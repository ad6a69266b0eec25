import * as z from 'zod/mini';
import { amountSchema, currencySchema } from './amounts.ts';
import type { DeclineReason } from './decline-reasons.ts';
import type { Details } from './details.ts';

export const webAddressSchema = z.string().check(
  z.maxLength(2048),
  z.refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an http or https address',
  ),
);

/** What a player typed, by name. */
export const detailsSchema = z.record(z.string().check(z.maxLength(64)), z.string());

/** What a merchant sends to create a payment. */
export const paymentRequestSchema = z.object({
  /** The merchant's own id of the payment; makes creating idempotent. */
  merchantReference: z.string().check(z.minLength(1), z.maxLength(128)),
  amount: amountSchema,
  currency: currencySchema,
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  returnUrl: webAddressSchema,
  webhookUrl: webAddressSchema,
  customerId: z.optional(z.string().check(z.maxLength(128))),
  /** What the method asks the player for, by name. */
  details: z.optional(detailsSchema),
  /** What kind of method it is, and how the merchant shows it: they choose what the player is given. */
  category: z.optional(z.string().check(z.maxLength(64))),
  cardViewType: z.optional(z.int().check(z.minimum(0), z.maximum(99))),
});

export type PaymentRequest = z.infer<typeof paymentRequestSchema>;

/** Money that arrived for a payment. */
export const receiptSchema = z.object({
  /** The first receipt of a payment has the payment's own id; every other has one of its own. */
  id: z.string(),
  amount: amountSchema,
  currency: currencySchema,
  /** What the provider keeps of it, in the same currency. */
  fee: z.nullable(amountSchema),
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
  /** Epoch milliseconds. */
  at: z.number(),
});

export type Reversal = z.infer<typeof reversalSchema>;

export const paymentStatusSchema = z.enum(['pending', 'approved', 'declined', 'canceled']);

/** That the player says to have paid, as the merchant told. */
export const playerClaimSchema = z.object({
  confirmationId: z.nullable(z.string()),
  /** What they filled in beside an invoice; left out where it asks for nothing. */
  details: z.optional(detailsSchema),
});

/** A payment as it is created; receipts and reversals come as entries of their own. */
export const newPaymentSchema = z.object({
  id: z.string(),
  /** Unguessable part of the hosted page's address. */
  token: z.string(),
  request: paymentRequestSchema,
  /** Epoch milliseconds; an older journal has none. */
  createdAt: z.optional(z.number()),
});

export interface Payment extends z.infer<typeof newPaymentSchema> {
  status: z.infer<typeof paymentStatusSchema>;
  /** Why it was declined, where that was said; kept when money comes all the same. */
  declineReason: DeclineReason | null;
  /** What was given after the creation, because the provider asked for it. */
  laterDetails: Details;
  /** When a late approval falls due, in epoch milliseconds. */
  approvalDueAt: number | null;
  playerClaim: z.infer<typeof playerClaimSchema> | null;
  /** Oldest first; an approved payment has one at least. */
  receipts: readonly Receipt[];
  reversals: readonly Reversal[];
}

/** All that is known of the player's details. */
export function detailsOf({ request, laterDetails }: Payment): Details {
  return { ...request.details, ...laterDetails };
}

/** A payment as its notifications show it. What was paid is what the first receipt brought. */
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
  };
}

export function encodeReceipt({ id, request }: Payment, receipt: Receipt) {
  const { at, ...shown } = receipt;
  const { merchantReference } = request;
  return { ...shown, paymentId: id, merchantReference, receivedAt: new Date(at).toISOString() };
}

export function encodeReversal({ id, request }: Payment, reversal: Reversal) {
  const { at, ...shown } = reversal;
  const { merchantReference } = request;
  return { ...shown, paymentId: id, merchantReference, createdAt: new Date(at).toISOString() };
}
