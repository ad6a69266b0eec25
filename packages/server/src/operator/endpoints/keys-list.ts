import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describeKey, keySchema } from '../keys/keys.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/keys',
  scope: 'keys',
  summary: 'List the keys of the brand.',
  command: [],
  request: z.strictObject({}),
  response: z.object({ items: z.array(keySchema) }),
  read: async (core, { brandId }) => {
    const keys = await core.db
      .selectFrom('operator_keys')
      .selectAll()
      .where('brand_id', '=', brandId)
      .orderBy('id', 'desc')
      .execute();
    return { items: keys.map((key) => describeKey(key, core.now())) };
  },
});
