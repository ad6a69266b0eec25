import { needsSecondKey } from '../../brands/second-approval.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { decideAlone } from '../../money/policy/moved-alone.ts';
import type { Done, MovedMoney, Prepared } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import { describePendingAct } from '../pending-acts/pending-act.ts';
import type { Operator } from '../scopes.ts';
import { findPlayerOf } from './find-player-of.ts';

/** How long a second key may approve an act, in milliseconds: a week. */
export const approvableMs = 7 * 24 * 3600_000;

/**
 * Returns the money of an act that one key may not move alone, or null. Where acts count together, one
 * that the key may do is added to their sum.
 */
export async function findMoneyToApprove(
  core: Pick<Core, 'brands' | 'now'>,
  tx: Tx,
  operator: Operator & { keyId: string },
  prepared: Prepared & { kind: 'act' },
): Promise<MovedMoney | null> {
  const { brandId, keyId } = operator;
  if (core.brands.get(brandId)?.secondApproval == null) return null;
  const money = await prepared.findMoney(tx, operator);
  if (money === null) return null;
  if (money.together === undefined) {
    return needsSecondKey(core, brandId, money.amounts) ? money : null;
  }
  const { pot, subjectId } = money.together;
  const movement = { subjectId, money: money.amounts };
  const alone = await decideAlone(core, tx, { brandId, keyId, pot }, [movement]);
  return alone.has(subjectId) ? null : money;
}

interface Proposal {
  /** The id of the pending act. */
  id: string;
  /** The endpoint's name. */
  action: string;
  prepared: Prepared & { kind: 'act' };
  money: MovedMoney;
}

/**
 * Stores an act that a second key must approve, instead of performing it.
 * @throws OperatorError act.pending if the same act on the same subject already waits
 */
export async function proposeAct(
  core: Pick<Core, 'now'>,
  tx: Tx,
  operator: Operator & { keyId: string },
  { id, action, prepared, money: { subject, amounts } }: Proposal,
): Promise<Done<unknown> & { kept: unknown }> {
  const { brandId } = operator;
  const now = core.now();
  const row = await tx
    .insertInto('pending_acts')
    .values({
      id,
      brand_id: brandId,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      player_id: await findPlayerOf(tx, brandId, subject),
      money: JSON.stringify(amounts),
      request: JSON.stringify(prepared.request),
      logged: JSON.stringify(prepared.logged),
      proposed_by: operator.actor,
      proposed_by_key: operator.keyId,
      created_at: now,
      expires_at: new Date(now.getTime() + approvableMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw await describeTwin(tx, brandId, { action, subject });
  const response = { pendingAct: describePendingAct(row) };
  return { response, kept: response, subject, after: { pendingAct: id } };
}

/** The error that names the pending act in the way. */
async function describeTwin(
  tx: Tx,
  brandId: string,
  { action, subject }: { action: string; subject: MovedMoney['subject'] },
): Promise<OperatorError> {
  const twin = await tx
    .selectFrom('pending_acts')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('action', '=', action)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  const name = twin === undefined ? 'was decided just now' : `waits for approval: ${twin.id}`;
  const message = `The same act on this ${subject.kind} ${name}. Nothing was done.`;
  return new OperatorError('act.pending', message);
}
