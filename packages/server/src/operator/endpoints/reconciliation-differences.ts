import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';
import { findRun } from '../reconciliation/find-run.ts';

const kindSchema = z.enum([
  'missingHere',
  'missingAtProvider',
  'amountDiffers',
  'currencyDiffers',
  'statusDiffers',
  'feeDiffers',
  'notAnswered',
]);

export const endpoint = defineReading({
  method: 'GET',
  path: '/reconciliation/runs/{runId}/differences',
  scope: 'read',
  summary: 'List the differences between the ledger and the provider.',
  subject: { kind: 'run', field: 'runId' },
  command: {
    words: 'reconcile differences',
    arguments: ['runId'],
    columns: [
      'kind',
      'type',
      'providerReference',
      'ours',
      'theirs',
      'depositId',
      'withdrawalId',
      'line',
    ],
  },
  request: z.strictObject({
    runId: z.uuid(),
    ...pageFields,
    kind: z.optional(kindSchema),
  }),
  response: pageSchema(
    z.object({
      id: z.string(),
      kind: kindSchema,
      type: z.string(),
      providerReference: z.nullable(z.string()),
      depositId: z.nullable(z.string()),
      paymentId: z.nullable(z.string()),
      withdrawalId: z.nullable(z.string()),
      line: z.nullable(z.int()),
      ours: z.nullable(z.string()),
      theirs: z.nullable(z.string()),
      detail: z.nullable(z.string()),
    }),
  ),
  read: async (core, { brandId }, { runId, limit, cursor, kind }) => {
    await findRun(core.db, brandId, runId);
    const after = decodeCursor(cursor);
    let query = core.db
      .selectFrom('reconciliation_differences')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('run_id', '=', runId);
    if (after !== null) query = query.where('id', '<', after);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(rows, limit, (row) => ({
      id: row.id,
      kind: row.kind,
      type: row.type,
      providerReference: row.provider_reference,
      depositId: row.deposit_id,
      paymentId: row.payment_id,
      withdrawalId: row.withdrawal_id,
      line: row.line,
      ours: row.ours,
      theirs: row.theirs,
      detail: row.detail,
    }));
  },
});
