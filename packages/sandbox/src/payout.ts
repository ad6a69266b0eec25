import * as z from 'zod/mini';
import { amountSchema, currencySchema } from './amounts.ts';
import { customerSchema } from './customer.ts';
import { referenceSchema, webAddressSchema } from './payment.ts';

/** A merchant's request to pay a customer. */
export const payoutRequestSchema = z.object({
  /** The merchant's own id of the payout; makes creating idempotent. */
  merchantReference: z.string().check(z.minLength(1), z.maxLength(128)),
  reference: referenceSchema,
  amount: amountSchema,
  currency: currencySchema,
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  webhookUrl: webAddressSchema,
  customerId: z.optional(z.string().check(z.maxLength(128))),
  customer: z.optional(customerSchema),
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
  /** Epoch milliseconds; missing in an older journal. */
  createdAt: z.optional(z.number()),
});

/** The paid money; by mistake it may differ from the requested money. */
export const paidMoneySchema = z.object({ amount: amountSchema, currency: currencySchema });

export type PaidMoney = z.infer<typeof paidMoneySchema>;

export interface Payout extends z.infer<typeof newPayoutSchema> {
  status: PayoutStatus;
  /** Null until the payout is completed or returned. */
  paid: PaidMoney | null;
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

/** Returns the paid money of a payout that moves to a status: the requested money unless given. */
export function paidBy(
  { request, paid }: Pick<Payout, 'request' | 'paid'>,
  status: PayoutStatus,
  given: Partial<PaidMoney> = {},
): PaidMoney | null {
  if (status !== 'completed' && status !== 'returned') return null;
  const { amount, currency } = paid ?? request;
  return { amount: given.amount ?? amount, currency: given.currency ?? currency };
}

/** Encodes a payout for the API and the notifications. */
export function encodePayout({ id, request, status, paid, fee }: Payout) {
  const { merchantReference, amount, currency } = request;
  return {
    id,
    merchantReference,
    status,
    amount,
    currency,
    paidAmount: paid?.amount ?? null,
    paidCurrency: paid?.currency ?? null,
    fee,
  };
}
