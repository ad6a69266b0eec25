import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import type { ProviderRef } from '../../providers/ask-provider.ts';
import { endUnapproved, stopSending } from '../provider-events/clear-payout.ts';
import { performOperationsOf } from '../provider-events/wallet-answers.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { planOpenCheck } from '../withdrawals/plan-next-check.ts';

/** The most requests for the operator's approval at once. */
const mostAtOnce = 20;

/** The approved payouts of an account that are due, the longest waiting first. */
export function selectDue(db: Db | Tx, { brandId, connector }: ProviderRef, now: Date) {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('connector', '=', connector)
    .where('next_check_at', '<=', now)
    .where('status', '=', 'approved')
    .where('batch_id', 'is', null)
    .where(({ eb, or }) => or([eb('sends_after', 'is', null), eb('sends_after', '<=', now)]));
}

/** A withdrawal that a person must look at now, with the reason. */
export interface ReviewedPayout {
  withdrawal: Withdrawal;
  detail: string;
}

/** What may stand in a file. */
export interface Candidates {
  ids: string[];
  /** Those that were moved to review instead, and published. */
  reviewed: ReviewedPayout[];
}

/**
 * Finds the payouts of an account for its next file: asks for the operator's approval of each where
 * the brand needs it, and evaluates the rules of payouts, all outside of the transaction that writes
 * the file, which holds the locks of all its players. What isn't cleared waits, ends or goes to
 * review, as before any other payout.
 */
export async function findCandidates(
  core: Core,
  account: ProviderRef,
  most: number,
): Promise<Candidates> {
  const due = await selectDue(core.db, account, core.now())
    .orderBy('next_check_at')
    .limit(most)
    .execute();
  const found: Candidates = { ids: [], reviewed: [] };
  for (let start = 0; start < due.length; start += mostAtOnce) {
    const some = due.slice(start, start + mostAtOnce);
    for (const cleared of await Promise.all(some.map((one) => clearOrLeave(core, one)))) {
      if (typeof cleared === 'string') found.ids.push(cleared);
      else if (cleared !== null) found.reviewed.push(cleared);
    }
  }
  return found;
}

/** Leaves a payout whose check fails for a later file: it must not keep the others from this one. */
async function clearOrLeave(
  core: Core,
  withdrawal: Withdrawal,
): Promise<string | ReviewedPayout | null> {
  try {
    return await clear(core, withdrawal);
  } catch (error) {
    const { id: withdrawalId } = withdrawal;
    core.log.error({ withdrawalId, error }, 'a payout could not be checked for its file');
    await tryLater(core, withdrawal);
    return null;
  }
}

/** Returns the id of a payout that can be written; null if it waits or has ended. */
async function clear(core: Core, withdrawal: Withdrawal): Promise<string | ReviewedPayout | null> {
  const { id, brand_id: brandId } = withdrawal;
  const ended = await endUnapproved(core, withdrawal);
  const stopped = ended === 'approved' ? await stopInTime(core, withdrawal) : ended;
  if (stopped === 'clear') return id;
  if (stopped === null) {
    await tryLater(core, withdrawal);
    return null;
  }
  publishWithdrawal(core, stopped);
  await performOperationsOf(core, { brandId, subjectId: id });
  if (stopped.status !== 'inReview') return null;
  return { withdrawal: stopped, detail: await loadReason(core.db, stopped) };
}

/** Evaluates the rules of payouts, with a lock on one player at a time. */
function stopInTime(
  core: Core,
  { brand_id, id }: Withdrawal,
): Promise<Withdrawal | null | 'clear'> {
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, brand_id, id);
    return current?.status === 'approved' ? stopSending(core, tx, current) : null;
  });
}

/**
 * Leaves a payout that can't be cleared now for a later file. It counts as asked for, so that a
 * person decides in the end, and it doesn't take the place of others in the next file.
 */
async function tryLater(core: Core, { brand_id, id, check_count }: Withdrawal): Promise<void> {
  const now = core.now();
  await core.db
    .updateTable('withdrawals')
    .set({ next_check_at: planOpenCheck({ check_count }, now), check_count: check_count + 1 })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('status', '=', 'approved')
    // A payout to a new destination knows its time.
    .where('next_check_at', '<=', now)
    .execute();
}

/** Loads why a withdrawal has its status. */
export async function loadReason(db: Db | Tx, { brand_id, id }: Withdrawal): Promise<string> {
  const { reason } = await db
    .selectFrom('withdrawal_transitions')
    .select('reason')
    .where('brand_id', '=', brand_id)
    .where('withdrawal_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return reason;
}
