import { declineReasonSchema, moneySchema } from '@kassa/contract';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { CreateOutcome } from '../../connectors/connector.ts';
import type { PayoutOutcome } from '../../connectors/payout-connector.ts';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type { RefundOutcome } from '../../connectors/refund-connector.ts';

const referenceSchema = z.string().check(z.minLength(1), z.maxLength(128));

const instrumentSchema = z.strictObject({
  kind: z.enum(['card', 'bankAccount', 'wallet', 'other']),
  token: z.nullable(z.string()),
  masked: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
});

const paymentShape = {
  kind: z.literal('payment'),
  providerReference: referenceSchema,
  depositId: z.string(),
};

const payoutShape = {
  kind: z.literal('payout'),
  providerReference: referenceSchema,
  withdrawalId: z.string(),
  fee: z.nullable(moneySchema),
};

const refundShape = {
  kind: z.literal('refund'),
  providerReference: referenceSchema,
  refundId: z.string(),
  depositId: z.string(),
};

/** The events that the core accepts from any connector, without further properties. */
const eventSchema = z.union([
  z.strictObject({
    ...paymentShape,
    status: z.literal('approved'),
    paid: z.nullable(moneySchema),
    fee: z.nullable(moneySchema),
    instrument: z.optional(z.nullable(instrumentSchema)),
  }),
  z.strictObject({
    ...paymentShape,
    status: z.enum(['pending', 'canceled']),
    // Only an approved payment has a paid amount.
    paid: z.null(),
    fee: z.null(),
  }),
  z.strictObject({
    ...paymentShape,
    status: z.literal('declined'),
    paid: z.null(),
    fee: z.null(),
    declineReason: z.optional(z.nullable(declineReasonSchema)),
  }),
  z.strictObject({
    kind: z.literal('reversal'),
    providerReference: referenceSchema,
    depositId: z.string(),
    paymentReference: z.nullable(referenceSchema),
    reversal: z.enum(['chargeback', 'refund', 'reversal']),
    amount: moneySchema,
  }),
  z.strictObject({ ...refundShape, status: z.enum(['sent', 'failed']), refunded: z.null() }),
  // Kassa takes the player's money only if the amount that was sent back is the refund's own.
  z.strictObject({ ...refundShape, status: z.literal('completed'), refunded: moneySchema }),
  z.strictObject({
    ...payoutShape,
    status: z.enum(['pending', 'sent', 'failed']),
    paid: z.null(),
  }),
  // Kassa captures a withdrawal only if the paid amount is its own.
  z.strictObject({ ...payoutShape, status: z.enum(['completed', 'returned']), paid: moneySchema }),
]);

export function expectWellFormed(event: ProviderEvent): void {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) expect(event, z.prettifyError(parsed.error)).toBe('an event of the port');
}

/**
 * Expects that the `detail` of an error, which is logged, contains no secret and nothing of the
 * player's payment details.
 */
export function expectDiscreet(detail: string, secrets: readonly string[]): void {
  for (const secret of secrets) expect(detail).not.toContain(secret);
  expect(detail.length).toBeLessThanOrEqual(500);
}

/** These errors say that the provider may have done something. */
const errorsInDoubt: readonly string[] = ['timeoutUnknown', 'malformed'];

/**
 * Expects that a request with a used id was not taken for a new one: it gives the provider's first
 * reference, or an error after which no money is released and no other account asked.
 */
export function expectNothingReleased(
  outcome: CreateOutcome | PayoutOutcome | RefundOutcome,
  references: readonly string[],
): void {
  if (outcome.kind !== 'error') {
    expect(references).toContain(outcome.providerReference);
    return;
  }
  const message = 'something with this id exists and may be paid: the error must be `malformed`';
  expect(errorsInDoubt, message).toContain(outcome.error);
}
