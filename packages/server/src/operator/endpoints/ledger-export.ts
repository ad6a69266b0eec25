import * as z from 'zod/mini';
import { defineExport } from '../define-endpoint.ts';
import { exportLedger } from '../lookup/export-ledger.ts';
import { rangeEndSchema, resolveFrom, resolveTo } from '../request-fields.ts';

export const endpoint = defineExport({
  method: 'GET',
  path: '/ledger/export',
  scope: 'ledger',
  summary: 'Export all ledger entries between two days or times as CSV.',
  command: { words: 'ledger export' },
  request: z.strictObject({
    from: rangeEndSchema.check(z.describe('a day in UTC, or a time')),
    to: rangeEndSchema.check(z.describe('the last day, inclusive, or a time, exclusive')),
  }),
  exportType: 'text/csv',
  open: (core, { brandId }, { from, to }) => ({
    fileName: `ledger-${from.slice(0, 10)}-${to.slice(0, 10)}.csv`,
    content: exportLedger(core.db, brandId, { from: resolveFrom(from), to: resolveTo(to) }),
  }),
});
