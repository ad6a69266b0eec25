import { decimalSchema, moneySchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { payoutMoneyOf } from '../../money/withdrawals/payout-money.ts';
import { defineReading } from '../define-endpoint.ts';
import { chainPayoutSchema, describeChainPayout } from '../lookup/chain-payout.ts';
import {
  findWithdrawal,
  summarizeWithdrawal,
  withdrawalSummarySchema,
} from '../lookup/find-withdrawals.ts';
import { describePlayerData, describeSealedFields, maskedFieldsSchema } from '../lookup/search.ts';
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
import { describeRoutes, routeSchema } from '../lookup/timeline-attempts.ts';
import {
  describeReversal,
  loadReversals,
  reversalSchema,
  toReversalEntry,
} from '../lookup/timeline-payments.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/withdrawals/{withdrawalId}',
  scope: 'read',
  summary: 'Show a withdrawal with its timeline, by id or reference.',
  subject: { kind: 'withdrawal', field: 'withdrawalId' },
  command: { words: 'withdrawals show', arguments: ['withdrawalId'] },
  request: z.strictObject({ withdrawalId: z.string() }),
  response: z.object({
    ...withdrawalSummarySchema.shape,
    failureMessage: z.nullable(z.string()),
    /** The part of the amount that isn't paid out. */
    fee: decimalSchema,
    /** What is paid, in the payout's currency or coin, and the rate to it with its source. */
    payout: z.extend(moneySchema, {
      rate: z.nullable(decimalSchema),
      rateSource: z.nullable(z.string()),
    }),
    /** What was paid, if only a part was; the player has got the rest back. */
    paidAmount: z.nullable(decimalSchema),
    /** The destination, masked. */
    destination: z.nullable(z.string()),
    /** It is sent no earlier, as the destination is new. */
    sendsAfter: z.nullable(z.iso.datetime()),
    /** `settings`, or the names of operators' keys; null until it is approved. */
    approvedBy: z.nullable(z.string()),
    /** The rules of payouts that had it reviewed; an operator's approval covers them. */
    reviewedRules: z.array(z.string()),
    /** The number of payout requests to the provider: 0 proves that no money was sent. */
    sendCount: z.int(),
    fields: maskedFieldsSchema,
    /** The routes as they were planned; empty for withdrawals of older releases. */
    routes: z.array(routeSchema),
    /** What the order carried of the player: address, browser, name … */
    playerData: maskedFieldsSchema,
    /** The payout on a chain; null for all others. */
    chainPayout: z.nullable(chainPayoutSchema),
    reversals: z.array(reversalSchema),
    timeline: z.array(entrySchema),
  }),
  read: async (core, { brandId }, { withdrawalId }) => {
    const { db } = core;
    const withdrawal = await findWithdrawal(db, brandId, withdrawalId);
    const subject = { brandId, kind: 'withdrawal' as const, id: withdrawal.id };
    const reversals = await loadReversals(db, subject);
    const entries = await Promise.all([
      loadTransitions(db, subject),
      loadTransfers(db, subject),
      loadWalletOperations(db, subject),
      loadNotifications(core, subject),
      loadWebhooks(db, subject, withdrawal.player_id),
      loadActs(db, subject, [withdrawal.id, withdrawal.reference]),
    ]);
    return {
      ...summarizeWithdrawal(withdrawal),
      failureMessage: withdrawal.failure_message,
      fee: withdrawal.fee,
      payout: {
        ...payoutMoneyOf(withdrawal),
        rate: withdrawal.rate,
        rateSource: withdrawal.rate_source,
      },
      paidAmount: withdrawal.paid_amount,
      destination: withdrawal.destination_masked,
      sendsAfter: withdrawal.sends_after?.toISOString() ?? null,
      approvedBy: withdrawal.approved_by,
      reviewedRules: withdrawal.reviewed_rules,
      sendCount: withdrawal.send_count,
      fields: describeSealedFields(core, 'withdrawal', withdrawal),
      routes: describeRoutes(withdrawal),
      playerData: describePlayerData(core, 'withdrawal', withdrawal),
      chainPayout: await describeChainPayout(db, withdrawal),
      reversals: reversals.map(describeReversal),
      timeline: sortEntries([...entries.flat(), ...reversals.map(toReversalEntry)]),
    };
  },
});
