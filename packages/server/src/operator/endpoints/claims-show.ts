import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import {
  claimSummarySchema,
  describeProof,
  findClaim,
  loadProofs,
  openMessage,
  proofSchema,
  summarizeClaim,
} from '../lookup/claims.ts';
import { depositSummarySchema, findDeposit, summarizeDeposit } from '../lookup/find-deposits.ts';

// A POST and logged: the response contains what the player wrote.
export const endpoint = defineReading({
  method: 'POST',
  path: '/claims/{claimId}/show',
  scope: 'deposits',
  summary: "Show a claim with its deposit, its proofs and the player's words.",
  subject: { kind: 'claim', field: 'claimId' },
  isLogged: true,
  command: { words: 'claims show', arguments: ['claimId'] },
  request: z.strictObject({ claimId: z.uuid() }),
  response: z.object({
    ...claimSummarySchema.shape,
    /** Your words for the player. */
    message: z.nullable(z.string()),
    /** Empty after the retention of files. */
    files: z.array(proofSchema),
    deposit: depositSummarySchema,
  }),
  read: async (core, { brandId }, { claimId }) => {
    const claim = await findClaim(core.db, brandId, claimId);
    const [files, deposit] = await Promise.all([
      loadProofs(core.db, claim),
      findDeposit(core.db, brandId, claim.deposit_id),
    ]);
    return {
      ...summarizeClaim(core, claim),
      message: openMessage(core, claim),
      files: files.map((file) => describeProof(core, file)),
      deposit: summarizeDeposit(deposit),
    };
  },
});
