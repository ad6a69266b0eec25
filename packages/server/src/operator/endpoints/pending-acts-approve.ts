import * as z from 'zod/mini';
import { recordAct } from '../acts/record-act.ts';
import { defineAct, type Prepared } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import {
  lockPendingAct,
  requireIndependent,
  resolveProposer,
  storeDecision,
} from '../pending-acts/decide-act.ts';
import {
  describePendingAct,
  type PendingAct,
  pendingActField,
  pendingActSchema,
} from '../pending-acts/pending-act.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/pending-acts/{pendingActId}/approve',
  scope: 'approvals',
  summary: 'Approve an act that an independent key proposed, which does it.',
  subject: { kind: 'pendingAct', field: 'pendingActId' },
  command: { words: 'pending-acts approve', arguments: ['pendingActId'] },
  request: z.strictObject({ ...pendingActField, reason: z.optional(reasonSchema) }),
  response: z.extend(pendingActSchema, {
    /** The response of the approved act. */
    result: z.unknown(),
  }),
  act: async (core, { tx, operator, resourceId }, { pendingActId, reason }) => {
    const { brandId, keyId } = operator;
    if (keyId === null) throw new Error('An approval needs an operator key.');
    const pending = await lockPendingAct(core, tx, { brandId, id: pendingActId });
    const proposedBy = { brandId, keyId: pending.proposed_by_key };
    await requireIndependent(tx, proposedBy, { ...operator, keyId });
    const proposer = await resolveProposer(core, tx, pending, operator);
    const prepared = await prepareAgain(pending);
    const perform = await prepared.begin(core, proposer);
    const done = await perform({ tx, operator: proposer, resourceId });
    await recordAct(tx, proposer, {
      action: pending.action,
      outcome: 'done',
      errorCode: null,
      subject: done.subject ?? { kind: pending.subject_kind, id: pending.subject_id },
      request: done.logged ?? prepared.logged,
      before: done.before,
      after: done.after,
    });
    const decision = { state: 'approved', by: operator, reason } as const;
    const decided = await storeDecision(core, tx, pending, decision);
    return {
      response: { ...describePendingAct(decided), result: done.kept },
      before: { state: pending.state },
      after: { state: decided.state },
      afterCommit: done.afterCommit,
    };
  },
});

/**
 * Validates the stored request again, since a later release may have changed its endpoint.
 * @throws OperatorError act.impossible if the request no longer fits
 */
async function prepareAgain(pending: PendingAct): Promise<Prepared & { kind: 'act' }> {
  // Not imported at the top: the list of endpoints is complete only once this file is loaded.
  const { endpoints } = await import('../dispatch/endpoints.ts');
  try {
    const prepared = endpoints.get(pending.action)?.prepare(pending.request);
    if (prepared?.kind === 'act') return prepared;
  } catch {
    // The error would name a field of another request than the approver's.
  }
  const message = 'This release no longer understands the act. Reject it, and propose it anew.';
  throw new OperatorError('act.impossible', message);
}
