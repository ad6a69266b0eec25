import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { declineReasonSchema } from '../entities/decline-reason.ts';
import { decimalSchema } from '../money.ts';
import { depositStatuses, depositStatusWordSchema } from '../wire/deposit-status.ts';
import { withdrawalStatuses, withdrawalStatusWordSchema } from '../wire/withdrawal-status.ts';

/*
 * What an operator is told by webhook (docs/webhooks.md). Fields may be added; none changes its
 * meaning. No payment detail and no person's name is ever among them.
 */

const depositSchema = z.object({
  depositId: z.string(),
  reference: z.string(),
  status: z.enum(depositStatuses),
  /** The same as the player's own `deposit-status` says. */
  word: depositStatusWordSchema,
  paymentMethod: z.string(),
  /** What was asked for. */
  amount: decimalSchema,
  currency: currencySchema,
  /** What the player has of it so far, in `accountCurrency`; and what was taken back of that. */
  creditedAmount: decimalSchema,
  reversedAmount: decimalSchema,
  accountCurrency: currencySchema,
  /** Why it was declined, where the provider says so. */
  declineReason: z.nullable(declineReasonSchema),
});

const paymentSchema = z.object({
  paymentId: z.string(),
  depositId: z.string(),
  reference: z.string(),
  /** What arrived. */
  amount: decimalSchema,
  currency: currencySchema,
  /** What of it is the player's, in the currency of their account; null while that is unknown. */
  processedAmount: z.nullable(decimalSchema),
  processedCurrency: z.nullable(currencySchema),
  /** 1 between the same currencies; null while nothing was processed. */
  rate: z.nullable(decimalSchema),
  rateSource: z.nullable(z.string()),
});

const reversalSchema = z.object({
  reversalId: z.string(),
  kind: z.enum(['chargeback', 'refund', 'reversal', 'latePayout']),
  /** One of the two is null. */
  depositId: z.nullable(z.string()),
  withdrawalId: z.nullable(z.string()),
  /** What was taken back, as the provider says it. */
  amount: decimalSchema,
  currency: currencySchema,
  accountAmount: decimalSchema,
  accountCurrency: currencySchema,
  /** What the player's balance gave, and what the player owes. */
  covered: decimalSchema,
  receivable: decimalSchema,
});

const withdrawalSchema = z.object({
  withdrawalId: z.string(),
  reference: z.string(),
  status: z.enum(withdrawalStatuses),
  word: withdrawalStatusWordSchema,
  paymentMethod: z.string(),
  amount: decimalSchema,
  currency: currencySchema,
});

const bonusSchema = z.object({
  bonusId: z.string(),
  kind: z.enum(['deposit', 'freespin']),
  currency: currencySchema,
  /** The deposit it was accrued by. */
  depositId: z.nullable(z.string()),
  accruedAmount: z.nullable(decimalSchema),
  revokedAmount: z.nullable(decimalSchema),
  spins: z.nullable(z.int()),
  wagerMultiplier: z.nullable(decimalSchema),
  payoutMultiplier: z.nullable(decimalSchema),
});

/** The data of each type of event. */
export const webhookDataSchemas = {
  /** A deposit was begun, or went to another state. */
  'deposit.status': depositSchema,
  /** Money of a deposit arrived, and the player has it. */
  'payment.credited': paymentSchema,
  /** Money of a deposit arrived, and waits for the operator's decision. */
  'payment.parked': z.extend(paymentSchema, { reason: z.string() }),
  /** A provider took money back. */
  'reversal.recorded': reversalSchema,
  /** A withdrawal was asked for, or went to another state. */
  'withdrawal.status': withdrawalSchema,
  'bonus.offered': bonusSchema,
  'bonus.accrued': bonusSchema,
  'bonus.revoked': bonusSchema,
  'bonus.expired': bonusSchema,
} as const;

export type WebhookType = keyof typeof webhookDataSchemas;

export type WebhookData<Type extends WebhookType> = z.infer<(typeof webhookDataSchemas)[Type]>;

/** The body of every webhook. */
export const webhookEventSchema = z.object({
  /** Kassa may have more types than a receiver knows: those it can leave alone. */
  type: z.string(),
  /** When it happened, ISO 8601. */
  timestamp: z.iso.datetime(),
  /** The operator's id of the player. */
  playerId: z.string(),
  /** 1, 2, 3 … for each player: webhooks may overtake each other, and this tells their order. */
  sequence: z.int(),
  data: z.record(z.string(), z.unknown()),
});

export type WebhookEvent = z.infer<typeof webhookEventSchema>;
