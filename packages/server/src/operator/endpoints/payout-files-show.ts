import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import {
  loadPayoutFile,
  payoutFileDetailsSchema,
  requirePayoutFile,
} from '../lookup/payout-files.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/payout-files/{fileId}',
  scope: 'read',
  summary: 'Show a file of payouts, and what became of each.',
  subject: { kind: 'payoutFile', field: 'fileId' },
  command: { words: 'payout-files show', arguments: ['fileId'] },
  request: z.strictObject({
    fileId: z.string().check(z.maxLength(40), z.describe('the id or reference of the file')),
  }),
  response: payoutFileDetailsSchema,
  read: async ({ db }, { brandId }, { fileId }) =>
    loadPayoutFile(db, await requirePayoutFile(db, brandId, fileId)),
});
