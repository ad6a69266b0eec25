import * as z from 'zod/mini';
import { dismissTransfer } from '../acts/transfer-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import { bankTransferSchema, describeTransfer, findTransfer } from '../lookup/bank-transfers.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/bank-transfers/{transferId}/dismiss',
  scope: 'deposits',
  summary:
    "Close a transfer in review that is no player's payment, is a duplicate, or that you have given back.",
  subject: { kind: 'bankTransfer', field: 'transferId' },
  command: { words: 'bank-transfers dismiss', arguments: ['transferId'] },
  request: z.strictObject({
    transferId: z.uuid(),
    sameAs: z.optional(
      z
        .uuid()
        .check(z.describe('the transfer that is the same money, of which this is a duplicate')),
    ),
    reason: reasonSchema,
  }),
  response: bankTransferSchema,
  act: async (core, { tx, operator: { brandId, actor } }, { transferId, ...rest }) => {
    await dismissTransfer(core, tx, { ...rest, brandId, transferId, actor });
    const row = await findTransfer(tx, brandId, transferId);
    return {
      response: describeTransfer(core, row),
      before: { status: 'review' },
      after: { status: row.status },
    };
  },
});
