import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import { findRun } from '../reconciliation/find-run.ts';
import { postFees } from '../reconciliation/post-fees.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/reconciliation/runs/{runId}/post-fees',
  scope: 'reconciliation',
  summary: "Post the provider's fees for the fee differences that a reconciliation found.",
  subject: { kind: 'run', field: 'runId' },
  command: { words: 'reconcile post-fees', arguments: ['runId'] },
  request: z.strictObject({ runId: z.uuid(), reason: reasonSchema }),
  response: z.object({ count: z.int(), totals: z.record(z.string(), z.string()) }),
  act: async (_core, { tx, operator }, { runId, reason }) => {
    const run = await findRun(tx, operator.brandId, runId);
    if (run.status === 'running') {
      throw new OperatorError('act.impossible', 'This reconciliation is still running.');
    }
    const posted = await postFees(tx, run, `${operator.actor}: ${reason}`);
    return { response: posted, after: { ...posted } };
  },
});
