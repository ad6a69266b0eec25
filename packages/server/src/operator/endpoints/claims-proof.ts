import * as z from 'zod/mini';
import { toProofContext } from '../../ground/encryption/sealed.ts';
import { defineExport } from '../define-endpoint.ts';
import { findClaim } from '../lookup/claims.ts';
import { OperatorError } from '../operator-error.ts';

/** The ends of file names, by the type of the stored file. */
const extensions = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' } as const;

export const endpoint = defineExport({
  method: 'GET',
  path: '/claims/{claimId}/proof',
  scope: 'deposits',
  summary: 'Save a file that the player has sent as a proof. The log of acts says who read which.',
  subject: { kind: 'claim', field: 'claimId' },
  command: { words: 'claims proof', arguments: ['claimId', 'number'] },
  request: z.strictObject({
    claimId: z.uuid(),
    number: z
      .int()
      .check(z.minimum(1), z.maximum(100), z.describe('the number of the file in the claim')),
  }),
  exportType: 'application/octet-stream',
  open: async ({ db, vault }, { brandId }, { claimId, number }) => {
    await findClaim(db, brandId, claimId);
    const proof = await db
      .selectFrom('claim_proofs')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('claim_id', '=', claimId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (proof === undefined) {
      const message = 'The claim has no such file, or its retention is over.';
      throw new OperatorError('proof.notFound', message);
    }
    return {
      fileName: `claim-${claimId}-${number}.${extensions[proof.type]}`,
      content: vault.openBytes(proof.content_sealed, toProofContext(proof)),
    };
  },
});
