import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { revocationSchema, revokeKey } from '../keys/keys.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/keys/{keyId}/revoke',
  scope: 'keys',
  summary: 'Revoke a key at once.',
  subject: { kind: 'key', field: 'keyId' },
  command: [],
  request: revocationSchema,
  response: z.object({
    id: z.string(),
    state: z.literal('revoked'),
    /** Keys that the revoked key created: each stays valid until it is revoked or expires. */
    stillOpen: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  act: async (core, { tx, operator }, { keyId }) => {
    const key = { brandId: operator.brandId, id: keyId, now: core.now() };
    const stillOpen = await revokeKey(tx, key);
    const response = { id: keyId, state: 'revoked' as const, stillOpen };
    return { response, after: { state: 'revoked' } };
  },
});
