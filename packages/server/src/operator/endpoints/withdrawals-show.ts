import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
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
    /** The number of payout requests to the provider: 0 proves that no money was sent. */
    sendCount: z.int(),
    fields: maskedFieldsSchema,
    /** The routes as they were planned; empty for withdrawals of older releases. */
    routes: z.array(routeSchema),
    /** What the order carried of the player: address, browser, name … */
    playerData: maskedFieldsSchema,
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
      sendCount: withdrawal.send_count,
      fields: describeSealedFields(core, 'withdrawal', withdrawal),
      routes: describeRoutes(withdrawal),
      playerData: describePlayerData(core, 'withdrawal', withdrawal),
      reversals: reversals.map(describeReversal),
      timeline: sortEntries([...entries.flat(), ...reversals.map(toReversalEntry)]),
    };
  },
});
