import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describeKey, keySchema } from '../keys/keys.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/keys',
  scope: 'keys',
  summary: 'List the keys of the brand, newest first.',
  command: [],
  request: z.strictObject(pageFields),
  response: pageSchema(keySchema),
  read: async (core, { brandId }, { limit, cursor }) => {
    const before = decodeCursor(cursor);
    const keys = await core.db
      .selectFrom('operator_keys')
      .selectAll()
      .where('brand_id', '=', brandId)
      .$if(before !== null, (query) => query.where('id', '<', before))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(keys, limit, (key) => describeKey(key, core.now()));
  },
});
