import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';
import { countDifferences, describeRun, runSchema } from '../reconciliation/find-run.ts';
import { daySchema } from '../request-fields.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/reconciliation/runs',
  scope: 'read',
  summary: 'List the reconciliations, newest first.',
  command: {
    words: 'reconcile list',
    columns: ['id', 'startedAt', 'connector', 'day', 'kind', 'status', 'checked', 'differences'],
  },
  request: z.strictObject({
    ...pageFields,
    connector: z.optional(z.string()),
    day: z.optional(daySchema),
  }),
  response: pageSchema(runSchema),
  read: async (core, { brandId }, { limit, cursor, connector, day }) => {
    const after = decodeCursor(cursor);
    let query = core.db
      .selectFrom('reconciliation_runs')
      .selectAll()
      .where('brand_id', '=', brandId);
    if (after !== null) query = query.where('id', '<', after);
    if (connector !== undefined) query = query.where('connector', '=', connector);
    if (day !== undefined) query = query.where('day', '=', day);
    const runs = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const ids = runs.map(({ id }) => id);
    const counts = await countDifferences(core.db, brandId, ids);
    return buildPage(runs, limit, (run) => describeRun(run, counts.get(run.id) ?? 0));
  },
});
