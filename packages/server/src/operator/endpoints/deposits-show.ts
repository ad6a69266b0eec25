import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describeClaimEntries, loadClaimsOf } from '../lookup/claims.ts';
import { depositSummarySchema, findDeposit, summarizeDeposit } from '../lookup/find-deposits.ts';
import {
  describeRefund,
  loadRefundEntries,
  loadRefunds,
  refundSchema,
} from '../lookup/find-refunds.ts';
import {
  describePlayerData,
  describeSealedFields,
  describeStep,
  maskedFieldsSchema,
} from '../lookup/search.ts';
import {
  entrySchema,
  loadActs,
  loadNotifications,
  loadTransfers,
  loadTransitions,
  loadWalletOperations,
  loadWebhooks,
  sortEntries,
} from '../lookup/timeline.ts';
import {
  attemptSchema,
  describeAttempt,
  describeRoutes,
  loadAttempts,
  routeSchema,
  toAttemptEntries,
} from '../lookup/timeline-attempts.ts';
import {
  describePayment,
  describeReversal,
  loadPayments,
  loadReversals,
  paymentSchema,
  reversalSchema,
  toPaymentEntry,
  toReversalEntry,
} from '../lookup/timeline-payments.ts';
import { instantSchema } from '../request-fields.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/deposits/{depositId}',
  scope: 'read',
  summary: 'Show a deposit with its timeline, by id or reference.',
  subject: { kind: 'deposit', field: 'depositId' },
  command: { words: 'deposits show', arguments: ['depositId'] },
  request: z.strictObject({ depositId: z.string() }),
  response: z.object({
    ...depositSummarySchema.shape,
    /** The ordered amount in the currency of the player's account. */
    accountAmount: z.string(),
    /** The part of the credited amount that settled what the player owed. */
    settledDebt: z.string(),
    expiresAt: instantSchema,
    failureMessage: z.nullable(z.string()),
    /** The kind of the player's next step; its content is encrypted. */
    step: z.nullable(
      z.enum(['page', 'code', 'address', 'unifiedForm', 'invoice', 'offers', 'unreadable']),
    ),
    bonusId: z.nullable(z.string()),
    isBonusActivated: z.boolean(),
    fields: maskedFieldsSchema,
    /** The attempts at the operator's accounts, and the routes as they were planned. */
    attempts: z.array(attemptSchema),
    routes: z.array(routeSchema),
    /** What the order carried of the player: address, browser, name … */
    playerData: maskedFieldsSchema,
    payments: z.array(paymentSchema),
    reversals: z.array(reversalSchema),
    refunds: z.array(refundSchema),
    timeline: z.array(entrySchema),
  }),
  read: async (core, { brandId }, { depositId }) => {
    const { db } = core;
    const deposit = await findDeposit(db, brandId, depositId);
    const subject = { brandId, kind: 'deposit' as const, id: deposit.id };
    const [attempts, payments, reversals, refunds, claims] = await Promise.all([
      loadAttempts(db, subject),
      loadPayments(db, subject),
      loadReversals(db, subject),
      loadRefunds(db, brandId, deposit.id),
      loadClaimsOf(db, deposit),
    ]);
    const parts = [...payments, ...refunds, ...claims].map(({ id }) => id);
    const subjectIds = [deposit.id, deposit.reference, ...parts];
    const entries = await Promise.all([
      loadTransitions(db, subject),
      loadTransfers(db, subject),
      loadWalletOperations(db, subject),
      loadNotifications(core, subject),
      loadWebhooks(db, subject, deposit.player_id),
      loadActs(db, subject, subjectIds),
      loadRefundEntries(db, refunds),
    ]);
    return {
      ...summarizeDeposit(deposit),
      accountAmount: deposit.account_amount,
      settledDebt: deposit.settled_debt,
      expiresAt: deposit.expires_at.toISOString(),
      failureMessage: deposit.failure_message,
      step: describeStep(core, deposit),
      bonusId: deposit.bonus_id,
      isBonusActivated: deposit.is_bonus_activated,
      fields: describeSealedFields(core, 'deposit', deposit),
      attempts: attempts.map(describeAttempt),
      routes: describeRoutes(deposit),
      playerData: describePlayerData(core, 'deposit', deposit),
      payments: payments.map((payment) => describePayment(core, payment)),
      reversals: reversals.map(describeReversal),
      refunds: refunds.map(describeRefund),
      timeline: sortEntries([
        ...entries.flat(),
        ...attempts.flatMap(toAttemptEntries),
        ...payments.map(toPaymentEntry),
        ...reversals.map(toReversalEntry),
        ...claims.flatMap(describeClaimEntries),
      ]),
    };
  },
});
