import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { describeRun, requireConnector, runSchema } from '../reconciliation/find-run.ts';
import { daySchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/reconciliation/runs',
  scope: 'reconciliation',
  summary: 'Ask a provider for every deposit and payout of a day, and list the differences.',
  command: { words: 'reconcile start', arguments: ['connector', 'day'] },
  request: z.strictObject({ connector: z.string(), day: daySchema }),
  response: runSchema,
  act: async (core, { tx, operator, resourceId }, { connector, day }) => {
    const { brandId, actor } = operator;
    requireConnector(core.brands, brandId, connector);
    const now = core.now();
    const run = await tx
      .insertInto('reconciliation_runs')
      .values({
        id: resourceId,
        brand_id: brandId,
        connector,
        day,
        kind: 'status',
        status: 'running',
        phase: 'deposits',
        next_step_at: now,
        actor,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return {
      response: describeRun(run, 0),
      subject: { kind: 'run', id: run.id },
      after: { status: run.status },
    };
  },
});
