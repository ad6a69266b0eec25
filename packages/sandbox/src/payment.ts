import * as z from 'zod/mini';

/** A positive amount as a decimal string. The provider never makes a float of it. */
export const amountSchema = z.string().check(
  z.regex(/^\d{1,18}(\.\d{1,18})?$/, 'must be a decimal string such as "50.00"'),
  z.refine((text) => /[1-9]/.test(text), 'must be more than zero'),
);

const webAddressSchema = z.string().check(
  z.maxLength(2048),
  z.refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an http or https address',
  ),
);

/** What a merchant sends to create a payment. */
export const paymentRequestSchema = z.object({
  /** The merchant's own id of the payment; makes creating idempotent. */
  merchantReference: z.string().check(z.minLength(1), z.maxLength(128)),
  amount: amountSchema,
  currency: z.string().check(z.regex(/^[A-Z][A-Z0-9]{2,9}$/, 'must be a currency code')),
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  returnUrl: webAddressSchema,
  webhookUrl: webAddressSchema,
  customerId: z.optional(z.string().check(z.maxLength(128))),
});

export type PaymentRequest = z.infer<typeof paymentRequestSchema>;

const statusSchema = z.enum(['pending', 'approved', 'declined']);

export const paymentSchema = z.object({
  id: z.string(),
  /** Unguessable part of the hosted page's address. */
  token: z.string(),
  request: paymentRequestSchema,
  status: statusSchema,
  /** What the player really paid; null until approved. */
  paidAmount: z.nullable(amountSchema),
  /** When a late approval falls due, in epoch milliseconds. */
  approvalDueAt: z.nullable(z.number()),
});

export type Payment = z.infer<typeof paymentSchema>;
export type PaymentStatus = z.infer<typeof statusSchema>;

/** A payment as the API and the notifications show it. */
export function encodePayment({ id, request, status, paidAmount }: Payment) {
  const { merchantReference, amount, currency } = request;
  return { id, merchantReference, status, amount, currency, paidAmount };
}

/**
 * A percentage of an amount, rounded down to the amount's own decimals and never below its smallest
 * unit: 50 % of `9.99` is `4.99`.
 */
export function percentOf(amount: string, percent: bigint): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const units = (BigInt(whole + fraction) * percent) / 100n || 1n;
  const digits = units.toString().padStart(fraction.length + 1, '0');
  const cut = digits.length - fraction.length;
  return fraction === '' ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
