import * as z from 'zod/mini';
import { retryOperation } from '../../money/provider-events/retry-operation.ts';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import { defineAct } from '../define-endpoint.ts';
import { describeOperation, operationSchema } from '../lookup/describe-outgoing.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/wallet-operations/{operationId}/retry',
  scope: 'withdrawals',
  summary: 'Retry an operation that your wallet refused, with a new transfer id.',
  subject: { kind: 'walletOperation', field: 'operationId' },
  command: { words: 'wallet retry', arguments: ['operationId'] },
  request: z.strictObject({ operationId: z.uuid(), reason: reasonSchema }),
  response: operationSchema,
  // It states no money for a second approval: it only repeats what was decided before.
  act: async (core, { tx, operator }, { operationId, reason }) => {
    const { brandId, actor } = operator;
    const retried = await retryOperation(core, tx, { brandId, operationId, actor, reason });
    if (retried.kind === 'notFound') {
      throw new OperatorError('operation.notFound', 'There is no such wallet operation.');
    }
    if (retried.kind === 'impossible') {
      const message = 'Only a refused operation that must happen can be retried, and only once.';
      throw new OperatorError('act.impossible', message);
    }
    const { refused, operation } = retried;
    const { withdrawal_id, reversal_id, deposit_id } = operation;
    const subjectId = withdrawal_id ?? reversal_id ?? deposit_id;
    return {
      response: describeOperation(operation),
      before: { status: refused.status, supersededBy: null },
      after: { status: refused.status, supersededBy: operation.id },
      afterCommit: () =>
        subjectId === null ? undefined : performOperationsOf(core, { brandId, subjectId }),
    };
  },
});
