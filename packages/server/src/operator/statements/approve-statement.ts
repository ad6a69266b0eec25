import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankStatement } from '../../ground/database/tables/requisites.ts';
import { OperatorError } from '../operator-error.ts';
import { requireActive, requireIndependent } from '../pending-acts/decide-act.ts';
import type { Operator } from '../scopes.ts';
import { findStatement } from './find-statement.ts';
import { releaseWaiting } from './held-lines.ts';
import { leaseMs } from './step-statements.ts';

/**
 * Releases the lines of a statement that wait for a second key. The caller credits them after the
 * commit, or the job does. A repeat of the request that has released them changes nothing.
 * @throws OperatorError statement.notFound, approval.notIndependent; act.impossible if none waits, or
 * if the uploading key is revoked or expired
 */
export async function approveStatement(
  core: Core,
  tx: Tx,
  operator: Operator,
  { statementId, reason }: { statementId: string; reason: string },
): Promise<{ statement: BankStatement; released: number }> {
  const { brandId, keyId, actor } = operator;
  if (keyId === null) throw new Error('An approval needs an operator key.');
  await tx
    .selectFrom('bank_statements')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', statementId)
    .forUpdate()
    .execute();
  const found = await findStatement(tx, brandId, statementId);
  const uploader = found.uploaded_by_key;
  if (uploader === null) throw nothingWaits();
  await requireIndependent(tx, { brandId, keyId: uploader }, { ...operator, keyId });
  await requireActive(
    core,
    tx,
    { brandId, keyId: uploader },
    { done: 'uploaded this statement', left: 'Its lines can only be assigned or dismissed.' },
  );
  const released = await releaseWaiting(tx, found);
  if (released === 0) {
    // The answer to this request may have been lost with its process.
    const isRepeat = found.approved_by === actor && found.approval_reason === reason;
    if (!isRepeat) throw nothingWaits();
    return { statement: found, released };
  }
  const statement = await tx
    .updateTable('bank_statements')
    .set({
      approved_by: actor,
      approval_reason: reason,
      finished_at: null,
      next_step_at: new Date(core.now().getTime() + leaseMs),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', statementId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { statement, released };
}

function nothingWaits(): OperatorError {
  const message = 'No line of this statement waits for a second key.';
  return new OperatorError('act.impossible', message);
}
