import type { Selectable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { OperatorKeysTable } from '../../ground/database/tables/operator.ts';
import { authenticatedAs } from '../keys/authenticate-key.ts';
import { findSharedOrigin } from '../keys/find-shared-origin.ts';
import { describeKey } from '../keys/keys.ts';
import { OperatorError } from '../operator-error.ts';
import type { Operator } from '../scopes.ts';
import { type PendingAct, requireFound } from './pending-act.ts';

/**
 * Locks an act that waits for a decision. It is locked before the subject of the act.
 * @throws OperatorError pendingAct.notFound; act.impossible if it is decided or expired
 */
export async function lockPendingAct(
  core: Pick<Core, 'now'>,
  tx: Tx,
  { brandId, id }: { brandId: string; id: string },
): Promise<PendingAct> {
  const found = await tx
    .selectFrom('pending_acts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const pending = requireFound(found);
  const isExpired = pending.state === 'expired' || pending.expires_at <= core.now();
  if (pending.state === 'pending' && !isExpired) return pending;
  const how = isExpired ? `expired at ${pending.expires_at.toISOString()}` : `is ${pending.state}`;
  throw new OperatorError('act.impossible', `This pending act ${how} and can't be decided.`);
}

/** The key that proposed an act or uploaded a file. */
interface Proposer {
  brandId: string;
  keyId: string;
}

/**
 * Requires that another person may be behind the approving key: it is not the proposing key, and
 * no key created or rotated both, directly or through others.
 * @throws OperatorError approval.notIndependent
 */
export async function requireIndependent(
  tx: Tx,
  proposer: Proposer,
  approver: Operator & { keyId: string },
): Promise<void> {
  const code = 'approval.notIndependent';
  if (approver.keyId === proposer.keyId) {
    throw new OperatorError(code, "A key can't approve its own act. Another key must.");
  }
  const keys = [proposer.keyId, approver.keyId] as const;
  const origin = await findSharedOrigin(tx, proposer.brandId, keys);
  if (origin === null) return;
  const message =
    `This key and the proposing key are not independent: key "${origin.name}" is, created or ` +
    'rotated both. A key from elsewhere must approve, such as one from the command line.';
  throw new OperatorError(code, message);
}

/**
 * Returns the operator in whose name an approved act is done: the proposer, with both keys' names.
 * @throws OperatorError act.impossible if the proposing key is revoked or expired
 */
export async function resolveProposer(
  core: Pick<Core, 'now'>,
  tx: Tx,
  pending: PendingAct,
  approver: Operator,
): Promise<Operator> {
  const proposer = { brandId: pending.brand_id, keyId: pending.proposed_by_key };
  const key = await requireActive(core, tx, proposer, {
    done: 'proposed this act',
    left: 'The act can only be rejected.',
  });
  const actor = `${pending.proposed_by}, approved by ${approver.actor}`;
  return { ...authenticatedAs(key, approver.requestId), actor };
}

/**
 * Requires that the key behind an act or a file may still be used: one that was revoked may have been
 * stolen.
 * @param words - what it did, and what is left to do
 * @throws OperatorError act.impossible if it is revoked or expired
 */
export async function requireActive(
  core: Pick<Core, 'now'>,
  tx: Tx,
  { brandId, keyId }: Proposer,
  words: { done: string; left: string },
): Promise<Selectable<OperatorKeysTable>> {
  const key = await tx
    .selectFrom('operator_keys')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();
  const { state } = describeKey(key, core.now());
  if (state === 'active') return key;
  const message = `The key that ${words.done} is ${state}. ${words.left}`;
  throw new OperatorError('act.impossible', message);
}

/** Stores a decision about a locked pending act. */
export function storeDecision(
  core: Pick<Core, 'now'>,
  tx: Tx,
  pending: PendingAct,
  decision: {
    state: 'approved' | 'rejected' | 'withdrawn';
    by: Operator;
    reason: string | undefined;
  },
): Promise<PendingAct> {
  return tx
    .updateTable('pending_acts')
    .set({
      state: decision.state,
      decided_by: decision.by.actor,
      decided_by_key: decision.by.keyId,
      decided_at: core.now(),
      decision_reason: decision.reason ?? null,
    })
    .where('brand_id', '=', pending.brand_id)
    .where('id', '=', pending.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
