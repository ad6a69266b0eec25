import * as z from 'zod/mini';
import { toBatchContext } from '../../ground/encryption/sealed.ts';
import { defineExport } from '../define-endpoint.ts';
import { requirePayoutFile } from '../lookup/payout-files.ts';
import { OperatorError } from '../operator-error.ts';

export const endpoint = defineExport({
  method: 'GET',
  path: '/payout-files/{fileId}/file',
  scope: 'withdrawals',
  summary: 'Save a file of payouts for the bank. It has the same bytes each time.',
  subject: { kind: 'payoutFile', field: 'fileId' },
  command: { words: 'payout-files download', arguments: ['fileId'] },
  request: z.strictObject({
    fileId: z.string().check(z.maxLength(40), z.describe('the id or reference of the file')),
  }),
  exportType: 'application/octet-stream',
  open: async ({ db, vault }, { brandId }, { fileId }) => {
    const batch = await requirePayoutFile(db, brandId, fileId);
    if (batch.content_sealed === null) {
      const message = 'The content of this file was deleted, as it names payees.';
      throw new OperatorError('payoutFile.notFound', message);
    }
    return {
      fileName: batch.file_name,
      content: vault.openBytes(batch.content_sealed, toBatchContext(batch)),
    };
  },
});
