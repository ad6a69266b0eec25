import * as z from 'zod/mini';
import { publish } from '../../messages/realtime/publish.ts';
import { answerClaim, claimAnswers } from '../acts/claim-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import { claimSummarySchema, findClaim, summarizeClaim } from '../lookup/claims.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/claims/{claimId}/answer',
  scope: 'deposits',
  summary:
    'Answer a claim: ask its player for a better proof, or refuse it. One whose money is credited ends by itself.',
  subject: { kind: 'claim', field: 'claimId' },
  command: { words: 'claims answer', arguments: ['claimId', 'status'] },
  request: z.strictObject({
    claimId: z.uuid(),
    status: z
      .enum(claimAnswers)
      .check(z.describe('moreNeeded: the player may send more; refused: there is no such payment')),
    message: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, 'must have 3 to 500 characters'),
        z.maxLength(500, 'must have 3 to 500 characters'),
        z.describe('your words for the player, in 3 to 500 characters'),
      ),
    reason: reasonSchema,
  }),
  response: claimSummarySchema,
  // The message is stored sealed with the claim, and deleted with it.
  logged: ({ message: _, ...request }) => request,
  act: async (core, { tx, operator: { brandId, actor } }, { reason: _, ...answer }) => {
    const { deposit, before } = await answerClaim(core, tx, { brandId, actor, ...answer });
    const after = await findClaim(tx, brandId, answer.claimId);
    return {
      response: summarizeClaim(core, after),
      before: { status: before.status },
      after: { status: after.status },
      afterCommit: () => publish(core, deposit),
    };
  },
});
