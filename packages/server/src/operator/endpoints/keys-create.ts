import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { createKey, newKeySchema, requireGrantable } from '../keys/keys.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/keys',
  scope: 'keys',
  summary: 'Create a key. Its text is shown only once.',
  command: [],
  request: newKeySchema,
  response: z.object({
    id: z.string(),
    /** Null in the response to a repeated request: only the first response contains the key. */
    key: z.nullable(z.string()),
  }),
  withoutSecrets: ({ id }) => ({ id, key: null }),
  act: async (core, { tx, operator }, { name, scopes, expiresAt }) => {
    const ends = expiresAt === undefined ? null : new Date(expiresAt);
    requireGrantable(operator, { scopes, expiresAt: ends });
    const { id, text } = await createKey(tx, {
      brandId: operator.brandId,
      name,
      scopes,
      expiresAt: ends,
      createdBy: operator.actor,
      createdByKey: operator.keyId,
      now: core.now(),
    });
    return { response: { id, key: text }, subject: { kind: 'key', id }, after: { name, scopes } };
  },
});
