import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { usualFormat } from '../../brands/settlement-format.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  countDifferences,
  describeRun,
  requireConnector,
  runSchema,
} from '../reconciliation/find-run.ts';
import { importSettlement, requireOnlyImport } from '../reconciliation/import-settlement.ts';
import { readSettlement } from '../reconciliation/read-settlement.ts';
import { daySchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/reconciliation/settlements',
  scope: 'reconciliation',
  summary: "Import a provider's settlement file of a day, and list the differences.",
  command: { words: 'reconcile import', arguments: ['connector', 'day'], file: 'csv' },
  file: { field: 'csv', maxBytes: 10 * 1024 * 1024 },
  request: z.strictObject({
    connector: z.string(),
    day: daySchema,
    csv: z.string().check(z.describe('the file, with a header line')),
    areBadLinesAccepted: z._default(
      z.boolean().check(z.describe('skip unreadable lines, and list them in the response')),
      false,
    ),
  }),
  response: runSchema,
  // The file contains payers and their accounts: the log only identifies the file.
  logged: ({ csv, ...rest }) => ({
    ...rest,
    csv: `${csv.length} characters, SHA-256 ${createHash('sha256').update(csv).digest('hex')}`,
  }),
  act: async (core, { tx, operator, resourceId }, { connector, day, csv, ...rest }) => {
    const { brandId, actor } = operator;
    requireConnector(core.brands, brandId, connector);
    await requireOnlyImport(tx, brandId);
    const format = core.brands.get(brandId)?.settlements[connector] ?? usualFormat;
    const run = await importSettlement(tx, {
      ...rest,
      id: resourceId,
      brandId,
      connector,
      day,
      actor,
      read: await readSettlement(csv, day, format),
      now: core.now(),
    });
    const counts = await countDifferences(tx, brandId, [run.id]);
    const described = describeRun(run, counts.get(run.id) ?? 0);
    const { checked, differences, badLines } = described;
    return {
      response: described,
      subject: { kind: 'run', id: run.id },
      after: { checked, differences, badLines: badLines.length },
    };
  },
});
