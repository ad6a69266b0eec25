import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { claimSchema, mostProofBytes } from '../entities/claim.ts';

/** A file in base64 has four characters for three bytes. */
const mostCharacters = Math.ceil(mostProofBytes / 3) * 4;

export const depositClaim = defineCall({
  name: 'deposit-claim',
  method: 'POST',
  summary:
    'Opens a claim with a proof of payment, or adds the proof to the open one. It changes no money.',
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  maxBodyBytes: mostCharacters + 16 * 1024,
  request: z.object({
    depositId: z.string().check(z.maxLength(64)),
    /** A JPEG, PNG, WebP, AVIF or HEIC picture, or a PDF document, in base64. */
    proof: z.string().check(z.minLength(1), z.maxLength(mostCharacters)),
    /** The player's own words. */
    comment: z.optional(z.string().check(z.maxLength(500))),
  }),
  response: claimSchema,
});
