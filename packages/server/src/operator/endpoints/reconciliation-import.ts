import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { usualFormat } from '../../brands/settlement-format.ts';
import { defineAct } from '../define-endpoint.ts';
import { readAlone } from '../read-alone.ts';
import { describeRun, requireConnector, runSchema } from '../reconciliation/find-run.ts';
import {
  requireOnlyImport,
  requireReadable,
  storeSettlement,
} from '../reconciliation/import-settlement.ts';
import { readSettlement } from '../reconciliation/read-settlement.ts';
import { daySchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/reconciliation/settlements',
  scope: 'reconciliation',
  summary: "Import a provider's settlement file of a day. A background job compares it.",
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
  beforeTransaction: async (core, { brandId }, { connector, day, csv, ...rest }) => {
    requireConnector(core.brands, brandId, connector);
    const format = core.brands.get(brandId)?.settlements[connector] ?? usualFormat;
    const read = await readAlone(brandId, () => readSettlement(csv, day, format));
    requireReadable(read, rest);
    return read;
  },
  act: async (core, { tx, operator, resourceId }, { connector, day }, read) => {
    const { brandId, actor } = operator;
    await requireOnlyImport(tx, brandId);
    const now = core.now();
    const settlement = { id: resourceId, brandId, connector, day, actor, read, now };
    const run = await storeSettlement(tx, settlement);
    return {
      response: describeRun(run, 0),
      subject: { kind: 'run', id: run.id },
      after: { lines: read.lines.length, badLines: read.badLines.length },
    };
  },
});
