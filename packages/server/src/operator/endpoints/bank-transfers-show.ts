import * as z from 'zod/mini';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { openDetails } from '../../money/provider-events/transfer-details.ts';
import { maskAccount } from '../../money/requisites/account-number.ts';
import { defineReading } from '../define-endpoint.ts';
import {
  bankTransferSchema,
  describeTransfer,
  findCandidates,
  findResembledByWaiting,
  findTransfer,
} from '../lookup/bank-transfers.ts';

// A POST and logged: the response contains what the payer wrote.
export const endpoint = defineReading({
  method: 'POST',
  path: '/bank-transfers/{transferId}/show',
  scope: 'deposits',
  summary: "Show a transfer to one of your own accounts with the payer's name and text.",
  subject: { kind: 'bankTransfer', field: 'transferId' },
  isLogged: true,
  command: { words: 'bank-transfers show', arguments: ['transferId'] },
  request: z.strictObject({ transferId: z.uuid() }),
  response: z.object({
    ...bankTransferSchema.shape,
    /** The payment's text and the payer's name, as the bank reports them; null if it has none. */
    text: z.nullable(z.string()),
    payerName: z.nullable(z.string()),
    /** The payer's account, masked. */
    payerAccount: z.nullable(z.string()),
    /** Ids of the payment that may name a payout. */
    ids: z.nullable(z.string()),
  }),
  read: async (core, { brandId }, { transferId }) => {
    const row = await findTransfer(core.db, brandId, transferId);
    const candidates = await findCandidates(core.db, brandId, [row]);
    const resembled = await findResembledByWaiting(core, core.db, brandId, [row]);
    const details = nullIfUnreadable(() => openDetails(core.vault, row));
    return {
      ...describeTransfer(core, row, candidates.get(row.id), resembled.get(row.id)),
      text: details?.text ?? null,
      payerName: details?.payerName ?? null,
      payerAccount: details?.payerAccount == null ? null : maskAccount(details.payerAccount),
      ids: details?.ids ?? null,
    };
  },
});
