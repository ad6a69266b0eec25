import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { bonusOnWithdrawalSchema } from '../entities/bonus.ts';
import { claimStatuses } from '../entities/claim.ts';
import { coinsSchema } from '../entities/coins.ts';
import { declineReasonSchema } from '../entities/decline-reason.ts';
import { parkedCodeSchema } from '../entities/parked-code.ts';
import { decimalSchema, paddedSchema } from '../money.ts';
import { depositStatuses, depositStatusWordSchema } from '../wire/deposit-status.ts';
import { withdrawalStatuses, withdrawalStatusWordSchema } from '../wire/withdrawal-status.ts';
import { refundKinds, refundStatuses } from './refund-status.ts';

/*
 * The webhooks to an operator (docs/webhooks.md). Fields may be added; a field never changes its
 * meaning. They never hold a payment detail or a person's name.
 */

/** The method of a deposit or withdrawal. */
const methodFields = {
  paymentType: z.string(),
  /** @deprecated The same as `paymentType`, for one release. */
  paymentMethod: z.string(),
};

const depositSchema = z.object({
  depositId: z.string(),
  reference: z.string(),
  status: z.enum(depositStatuses),
  /** The same word as in the player's `deposit-status`. */
  word: depositStatusWordSchema,
  ...methodFields,
  /** The requested amount. */
  amount: paddedSchema,
  currency: currencySchema,
  /** The amounts credited and taken back so far, in `accountCurrency`. */
  creditedAmount: paddedSchema,
  reversedAmount: paddedSchema,
  /** The parts of `reversedAmount` that refunds and chargebacks took back. */
  refundedAmount: paddedSchema,
  chargedBackAmount: paddedSchema,
  accountCurrency: currencySchema,
  /** The reason of a decline, if the provider gives one. */
  declineReason: z.nullable(declineReasonSchema),
  /** The coin package that the deposit pays for; its coins are given once it is `processed`. */
  package: z.optional(z.extend(coinsSchema, { boxId: z.string() })),
});

const paymentSchema = z.object({
  paymentId: z.string(),
  depositId: z.string(),
  reference: z.string(),
  /** The received amount. */
  amount: paddedSchema,
  currency: currencySchema,
  /** The part credited to the player, in the account's currency; null while it is unknown. */
  processedAmount: z.nullable(paddedSchema),
  processedCurrency: z.nullable(currencySchema),
  /** 1 between equal currencies; null while nothing is credited. */
  rate: z.nullable(decimalSchema),
  rateSource: z.nullable(z.string()),
});

const settledDebtSchema = z.object({
  /** The id of the transfer in Kassa's ledger. */
  transferId: z.string(),
  depositId: z.string(),
  reference: z.string(),
  paymentId: z.string(),
  /** The settled part of the payment's `processedAmount`. */
  amount: paddedSchema,
  currency: currencySchema,
  /** What the player still owes. */
  owed: paddedSchema,
});

const reversalSchema = z.object({
  reversalId: z.string(),
  kind: z.enum(['chargeback', 'refund', 'reversal', 'latePayout']),
  /** One of `depositId` and `withdrawalId` is null. */
  depositId: z.nullable(z.string()),
  withdrawalId: z.nullable(z.string()),
  /** The amount taken back, as the provider reports it. */
  amount: paddedSchema,
  currency: currencySchema,
  accountAmount: paddedSchema,
  accountCurrency: currencySchema,
  /** The part taken from the player's balance, and the part that the player owes. */
  covered: paddedSchema,
  receivable: paddedSchema,
  /** Of a package: the coins taken from the player's balance, and those that the player owes. */
  coins: z.optional(z.object({ covered: coinsSchema, receivable: coinsSchema })),
});

const correctionSchema = z.object({
  correctionId: z.string(),
  reference: z.string(),
  /** `credit`: money for the player; `debit`: money taken from them. */
  direction: z.enum(['credit', 'debit']),
  amount: paddedSchema,
  currency: currencySchema,
  /** `refused`: the operator's wallet refused it, and no money moved. */
  status: z.enum(['done', 'refused']),
});

const refundSchema = z.object({
  refundId: z.string(),
  depositId: z.string(),
  paymentId: z.string(),
  kind: z.enum(refundKinds),
  status: z.enum(refundStatuses),
  /** The amount to send back, in the currency that arrived. */
  amount: paddedSchema,
  currency: currencySchema,
  /** The money held of the player's balance for it; null if the payment was never credited. */
  accountAmount: z.nullable(paddedSchema),
  accountCurrency: z.nullable(currencySchema),
});

const withdrawalSchema = z.object({
  withdrawalId: z.string(),
  reference: z.string(),
  status: z.enum(withdrawalStatuses),
  word: withdrawalStatusWordSchema,
  ...methodFields,
  /** What left the balance. */
  amount: paddedSchema,
  currency: currencySchema,
  /** The part of `amount` that isn't paid out. */
  fee: paddedSchema,
  /** What is paid out; only what was paid, if the provider paid a part. */
  payoutAmount: paddedSchema,
  payoutCurrency: currencySchema,
});

const bonusSchema = z.object({
  bonusId: z.string(),
  kind: z.enum(['deposit', 'freespin']),
  currency: currencySchema,
  /** The deposit that accrued the bonus. */
  depositId: z.nullable(z.string()),
  accruedAmount: z.nullable(paddedSchema),
  revokedAmount: z.nullable(paddedSchema),
  spins: z.nullable(z.int()),
  wagerMultiplier: z.nullable(decimalSchema),
  payoutMultiplier: z.nullable(decimalSchema),
  /** What becomes of the accrued bonus if the player withdraws before its wagering is done. */
  onWithdrawal: bonusOnWithdrawalSchema,
  /** When the operator reported that the wagering is done (ISO 8601). */
  wageredAt: z.nullable(z.iso.datetime()),
});

const claimEventSchema = z.object({
  claimId: z.string(),
  depositId: z.string(),
  reference: z.string(),
  status: z.enum(claimStatuses),
  /** ISO 8601. */
  openedAt: z.iso.datetime(),
  /** The time by which you answer, ISO 8601. */
  dueAt: z.iso.datetime(),
  /** The number of files that the player has sent. */
  proofs: z.int(),
});

/**
 * The data of each type of event, as this release records it. `webhookEventSchema` also accepts the
 * stored events of the release before, which lack newer fields.
 */
export const webhookDataSchemas = {
  /** A deposit was created, or its status changed. */
  'deposit.status': depositSchema,
  /** Money of a deposit arrived and was credited. */
  'payment.credited': paymentSchema,
  /** Money of a deposit arrived and waits for the operator's decision. */
  'payment.parked': z.extend(paymentSchema, { code: parkedCodeSchema, reason: z.string() }),
  /** A part of a credited payment settled what its player owed. */
  'debt.settled': settledDebtSchema,
  /** A provider took money back. */
  'reversal.recorded': reversalSchema,
  /** An operator corrected a balance, or their wallet refused the correction. */
  'correction.recorded': correctionSchema,
  /** The operator requested a refund through the provider, or its status changed. */
  'refund.status': refundSchema,
  /** A player claims to have paid, has sent a further proof, or the claim's status changed. */
  'claim.status': claimEventSchema,
  /** A withdrawal was requested, or its status changed. */
  'withdrawal.status': withdrawalSchema,
  'bonus.offered': bonusSchema,
  'bonus.accrued': bonusSchema,
  /** The operator reported that the player has done the wagering of the bonus. */
  'bonus.wagered': bonusSchema,
  'bonus.revoked': bonusSchema,
  'bonus.expired': bonusSchema,
} as const;

export type WebhookType = keyof typeof webhookDataSchemas;

export type WebhookData<Type extends WebhookType> = z.infer<(typeof webhookDataSchemas)[Type]>;

/** The body of every webhook. */
export const webhookEventSchema = z.object({
  /** A receiver can ignore types that it doesn't know. */
  type: z.string(),
  /** The time of the event, ISO 8601. */
  timestamp: z.iso.datetime(),
  /** The brand, by the `product` of its file; missing if a process of the release before sends it. */
  brand: z.optional(z.string()),
  /** The operator's id of the player. */
  playerId: z.string(),
  /** 1, 2, 3 … per player: webhooks may arrive out of order; this number restores it. */
  sequence: z.int(),
  data: z.record(z.string(), z.unknown()),
});

export type WebhookEvent = z.infer<typeof webhookEventSchema>;
