import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describeRun, findRun, runSchema } from '../reconciliation/find-run.ts';
import { loadPosted } from '../reconciliation/post-fees.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/reconciliation/runs/{runId}',
  scope: 'read',
  summary: "Show a reconciliation's status, its differences of each kind, and the posted fees.",
  subject: { kind: 'run', field: 'runId' },
  command: { words: 'reconcile show', arguments: ['runId'] },
  request: z.strictObject({ runId: z.uuid() }),
  response: z.object({
    ...runSchema.shape,
    byKind: z.record(z.string(), z.int()),
    /** The fees that the reconciliation has booked; `totals` is by currency. */
    posted: z.object({ count: z.int(), totals: z.record(z.string(), z.string()) }),
  }),
  read: async (core, { brandId }, { runId }) => {
    const run = await findRun(core.db, brandId, runId);
    const rows = await core.db
      .selectFrom('reconciliation_differences')
      .select(({ fn }) => ['kind', fn.countAll<string>().as('count')])
      .where('brand_id', '=', brandId)
      .where('run_id', '=', runId)
      .groupBy('kind')
      .execute();
    const byKind = Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]));
    const total = Object.values(byKind).reduce((sum, count) => sum + count, 0);
    return { ...describeRun(run, total), byKind, posted: await loadPosted(core.db, run) };
  },
});
