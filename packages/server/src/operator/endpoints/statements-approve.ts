import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { reasonSchema } from '../request-fields.ts';
import { approveStatement } from '../statements/approve-statement.ts';
import {
  describeWithWaiting,
  findStatement,
  statementSchema,
} from '../statements/find-statement.ts';
import { stepStatement } from '../statements/step-statements.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/statements/{statementId}/approve',
  scope: 'approvals',
  summary: 'Approve the lines of a statement that wait for a second key, which credits them.',
  subject: { kind: 'statement', field: 'statementId' },
  command: { words: 'statements approve', arguments: ['statementId'] },
  request: z.strictObject({ statementId: z.uuid(), reason: reasonSchema }),
  response: statementSchema,
  act: async (core, { tx, operator }, { statementId, reason }) => {
    const { brandId } = operator;
    const { statement, released } = await approveStatement(core, tx, operator, {
      statementId,
      reason,
    });
    return {
      response: await describeWithWaiting(tx, statement),
      before: { waiting: released },
      after: { approvedBy: statement.approved_by },
      answer: async () => {
        await stepStatement(core, statement);
        return describeWithWaiting(core.db, await findStatement(core.db, brandId, statementId));
      },
    };
  },
});
