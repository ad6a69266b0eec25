import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import {
  describeWithWaiting,
  findStatement,
  statementSchema,
} from '../statements/find-statement.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/statements/{statementId}',
  scope: 'read',
  summary: 'Show what became of the payments of a bank statement.',
  subject: { kind: 'statement', field: 'statementId' },
  command: { words: 'statements show', arguments: ['statementId'] },
  request: z.strictObject({ statementId: z.uuid() }),
  response: statementSchema,
  read: async (core, { brandId }, { statementId }) =>
    describeWithWaiting(core.db, await findStatement(core.db, brandId, statementId)),
});
