import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import { countDifferences, describeRun, findRun, runSchema } from '../reconciliation/find-run.ts';
import { findUploadedFees, startPosting } from '../reconciliation/post-fees.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/reconciliation/runs/{runId}/post-fees',
  scope: 'reconciliation',
  summary: "Start posting the provider's fees for the fee differences that a reconciliation found.",
  subject: { kind: 'run', field: 'runId' },
  command: { words: 'reconcile post-fees', arguments: ['runId'] },
  request: z.strictObject({ runId: z.uuid(), reason: reasonSchema }),
  response: runSchema,
  money: async (tx, { brandId }, { runId }) => {
    const amounts = await findUploadedFees(tx, await findRun(tx, brandId, runId));
    if (amounts === null) return null;
    const together = { pot: 'settlementFee', subjectId: runId } as const;
    return { subject: { kind: 'run', id: runId }, amounts, together };
  },
  act: async (core, { tx, operator }, { runId, reason }) => {
    const run = await findRun(tx, operator.brandId, runId);
    if (run.status === 'running') {
      throw new OperatorError('act.impossible', 'This reconciliation is still running.');
    }
    const posting = await startPosting(tx, run, {
      reason: `${operator.actor}: ${reason}`,
      now: core.now(),
    });
    const counts = await countDifferences(tx, operator.brandId, [runId]);
    return {
      response: describeRun(posting, counts.get(runId) ?? 0),
      after: { status: posting.status },
    };
  },
});
