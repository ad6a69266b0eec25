import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';
import { describeStatement, statementSchema } from '../statements/find-statement.ts';
import { countWaiting } from '../statements/held-lines.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/statements',
  scope: 'read',
  summary: 'List the imported bank statements, newest first.',
  command: {
    words: 'statements list',
    columns: [
      'id',
      'createdAt',
      'account',
      'status',
      'lines',
      'matched',
      'known',
      'review',
      'waiting',
    ],
  },
  request: z.strictObject(pageFields),
  response: pageSchema(statementSchema),
  read: async (core, { brandId }, { limit, cursor }) => {
    const after = decodeCursor(cursor);
    const statements = await core.db
      .selectFrom('bank_statements')
      .selectAll()
      .where('brand_id', '=', brandId)
      .$if(after !== null, (query) => query.where('id', '<', after))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const waiting = await countWaiting(
      core.db,
      statements.map(({ id }) => id),
    );
    return buildPage(statements, limit, (it) => describeStatement(it, waiting.get(it.id) ?? 0));
  },
});
