import * as z from 'zod/mini';
import type { Db } from '../../ground/database/connect.ts';
import type { PayoutBatchRow } from '../../ground/database/tables/payout-batches.ts';
import { toBatchContext } from '../../ground/encryption/sealed.ts';
import { isSettled } from '../../money/states/withdrawal.machine.ts';
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
    isForRecords: z._default(
      z.boolean().check(z.describe('save it though it must not go to the bank any more')),
      false,
    ),
  }),
  exportType: 'application/octet-stream',
  open: async ({ db, vault }, { brandId }, { fileId, isForRecords }) => {
    const batch = await requirePayoutFile(db, brandId, fileId);
    if (batch.content_sealed === null) {
      const message = 'The content of this file was deleted, as it names payees.';
      throw new OperatorError('payoutFile.notFound', message);
    }
    if (!isForRecords) await requireUnanswered(db, batch);
    return {
      fileName: batch.file_name,
      content: vault.openBytes(batch.content_sealed, toBatchContext(batch)),
    };
  },
});

/**
 * A payout whose outcome is known would be paid a second time by the bank: its money is back with
 * the player, or it was paid already.
 * @throws OperatorError act.impossible, which names 20 of them
 */
async function requireUnanswered(db: Db, { id, brand_id }: PayoutBatchRow): Promise<void> {
  const payouts = await db
    .selectFrom('withdrawals')
    .select(['reference', 'status'])
    .where('brand_id', '=', brand_id)
    .where('batch_id', '=', id)
    .orderBy('id')
    .execute();
  const settled = payouts.filter(({ status }) => isSettled(status)).slice(0, 20);
  if (settled.length === 0) return;
  const message =
    'This file must not go to the bank any more: the outcome of payouts in it is known. It can be ' +
    'saved for your records only.';
  const details = settled.map(({ reference, status }) => `${reference} is ${status}`);
  throw new OperatorError('act.impossible', message, details);
}
