import * as z from 'zod/mini';
import { amountSchema, currencySchema } from './amounts.ts';
import { webAddressSchema } from './payment.ts';

/** A merchant's request to send money of a receipt back. */
export const refundRequestSchema = z.object({
  /** The merchant's own id of the refund; makes creating idempotent. */
  merchantReference: z.string().check(z.minLength(1), z.maxLength(128)),
  receiptId: z.string().check(z.minLength(1), z.maxLength(128)),
  /** `void` cancels the whole receipt before its settlement. */
  kind: z.enum(['refund', 'void']),
  amount: amountSchema,
  currency: currencySchema,
  webhookUrl: webAddressSchema,
});

export type RefundRequest = z.infer<typeof refundRequestSchema>;

export const refundStatusSchema = z.enum(['pending', 'completed', 'failed']);

type RefundStatus = z.infer<typeof refundStatusSchema>;

/** A refund at its creation. */
export const newRefundSchema = z.object({
  id: z.string(),
  paymentId: z.string(),
  /** The merchant's own id of the payment. */
  paymentReference: z.string(),
  request: refundRequestSchema,
  /** The planned outcome with its time, in epoch milliseconds; null: it waits for a decision. */
  plan: z.nullable(z.object({ status: refundStatusSchema, dueAt: z.number() })),
});

export interface Refund extends z.infer<typeof newRefundSchema> {
  status: RefundStatus;
}

/** Encodes a refund for the API and the notifications. */
export function encodeRefund({ id, paymentReference, request, status }: Refund) {
  const { merchantReference, receiptId, kind, amount, currency } = request;
  return {
    id,
    merchantReference,
    paymentReference,
    receiptId,
    kind,
    status,
    amount,
    currency,
    refundedAmount: status === 'completed' ? amount : null,
    refundedCurrency: status === 'completed' ? currency : null,
  };
}
