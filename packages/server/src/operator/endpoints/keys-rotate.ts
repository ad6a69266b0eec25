import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { rotateKey, rotationSchema } from '../keys/keys.ts';
import { instantSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/keys/{keyId}/rotate',
  scope: 'keys',
  summary: 'Give a key a new secret; the old secret stays valid for a grace period.',
  subject: { kind: 'key', field: 'keyId' },
  command: [],
  request: rotationSchema,
  response: z.object({
    id: z.string(),
    /** Null in the response to a repeated request: only the first response contains the key. */
    key: z.nullable(z.string()),
    previousUntil: instantSchema,
  }),
  withoutSecrets: (response) => ({ ...response, key: null }),
  act: async (core, { tx, operator }, { keyId, graceSeconds }) => {
    const now = core.now();
    const rotated = await rotateKey(tx, {
      brandId: operator.brandId,
      id: keyId,
      graceSeconds,
      by: operator,
      now,
    });
    const previousUntil = rotated.previousUntil.toISOString();
    return { response: { id: keyId, key: rotated.text, previousUntil }, after: { previousUntil } };
  },
});
