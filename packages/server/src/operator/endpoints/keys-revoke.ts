import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { reasonSchema } from '../reason.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/keys/{keyId}/revoke',
  scope: 'keys',
  summary: 'End a key at once.',
  subject: { kind: 'key', field: 'keyId' },
  command: { words: 'keys revoke', arguments: ['keyId'] },
  request: z.strictObject({ keyId: z.uuid(), reason: reasonSchema }),
  response: z.object({ id: z.string(), state: z.literal('revoked') }),
  act: async (core, { tx, operator }, { keyId }) => {
    await revokeKey(tx, { brandId: operator.brandId, id: keyId, now: core.now() });
    return { response: { id: keyId, state: 'revoked' as const }, after: { state: 'revoked' } };
  },
});
