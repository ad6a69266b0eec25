import * as z from 'zod/mini';
import { amountSchema, currencySchema } from './amounts.ts';
import { webAddressSchema } from './payment.ts';

/** A merchant's request to pay a customer. */
export const payoutRequestSchema = z.object({
  /** The merchant's own id of the payout; makes creating idempotent. */
  merchantReference: z.string().check(z.minLength(1), z.maxLength(128)),
  amount: amountSchema,
  currency: currencySchema,
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  webhookUrl: webAddressSchema,
  customerId: z.optional(z.string().check(z.maxLength(128))),
  /** The destination's details, by name. */
  destination: z.record(z.string().check(z.maxLength(64)), z.string()),
});

export type PayoutRequest = z.infer<typeof payoutRequestSchema>;

export const payoutStatusSchema = z.enum(['pending', 'sent', 'completed', 'failed', 'returned']);

type PayoutStatus = z.infer<typeof payoutStatusSchema>;

/** A payout at its creation. */
export const newPayoutSchema = z.object({
  id: z.string(),
  request: payoutRequestSchema,
  /** The provider's fee on top of the amount, in the same currency. */
  fee: z.nullable(amountSchema),
  /** The planned status changes with their times, in epoch milliseconds. */
  plan: z.array(z.object({ status: payoutStatusSchema, dueAt: z.number() })),
});

export interface Payout extends z.infer<typeof newPayoutSchema> {
  status: PayoutStatus;
  /** The times of sending and of the return, in epoch milliseconds. */
  paidAt: number | null;
  returnedAt: number | null;
}

const transitions: Record<PayoutStatus, readonly PayoutStatus[]> = {
  pending: ['sent', 'completed', 'failed'],
  sent: ['completed', 'failed', 'returned'],
  completed: ['returned'],
  failed: [],
  returned: [],
};

export function canMovePayout(from: PayoutStatus, to: PayoutStatus): boolean {
  return transitions[from].includes(to);
}

/** Encodes a payout for the API and the notifications. */
export function encodePayout({ id, request, status, fee }: Payout) {
  const { merchantReference, amount, currency } = request;
  return { id, merchantReference, status, amount, currency, fee };
}
