import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { revocationSchema } from '../keys/key-schemas.ts';
import { revokeKey } from '../keys/revoke-key.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/keys/{keyId}/revoke',
  scope: 'keys',
  summary: 'End a key at once.',
  subject: { kind: 'key', field: 'keyId' },
  command: [],
  request: revocationSchema,
  response: z.object({ id: z.string(), state: z.literal('revoked') }),
  act: async (core, { tx, operator }, { keyId }) => {
    await revokeKey(tx, { brandId: operator.brandId, id: keyId, now: core.now() });
    return { response: { id: keyId, state: 'revoked' as const }, after: { state: 'revoked' } };
  },
});
