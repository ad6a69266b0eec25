import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import type { ScreeningAnswer } from '../payout-rules/screening.ts';
import { approveSubject } from '../policy/approval.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { describeFinding, findObstacle } from '../withdrawals/review.ts';
import { releaseWithdrawal } from '../withdrawals/settle-withdrawal.ts';
import { endAtOldRate } from './end-at-old-rate.ts';
import { addReviewed, findUncovered, openReadable, screenAgain } from './recheck-rules.ts';

/*
 * What stands between an approved withdrawal and its payout, however it is sent.
 */

/** Requests without a response, over an hour or two, before a person decides. */
const mostUnanswered = 8;

/**
 * Requests the operator's approval and check of the payee, if the brand requires them, and compares
 * a converted payout with today's rate. Without them nothing is sent: the withdrawal waits (null),
 * as it does for a new destination, is rejected or goes to review.
 */
export async function endUnapproved(
  core: Core,
  withdrawal: Withdrawal,
): Promise<Withdrawal | null | 'approved'> {
  const { sends_after } = withdrawal;
  if (sends_after !== null && sends_after > core.now()) {
    return postpone(core, withdrawal, sends_after);
  }
  // Nobody is asked about it; the rules have it reviewed before it is sent.
  if (openReadable(core, withdrawal) === null) return 'approved';
  const approval = await approveSubject(core, 'payout', withdrawal);
  if (approval.approved) {
    const screened = await endUnscreened(core, withdrawal);
    return screened === 'approved' ? endAtOldRate(core, withdrawal, mostUnanswered) : screened;
  }
  // Without a response the withdrawal waits, and the next sweep requests the approval again.
  if (!approval.isAnswered && withdrawal.check_count < mostUnanswered) return null;
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, withdrawal.brand_id, withdrawal.id);
    if (current?.status !== 'approved') return null;
    // An earlier payout request may have been paid, so a person decides then.
    const isReleasable = approval.isAnswered && current.send_count === 0;
    return isReleasable
      ? releaseWithdrawal(core, tx, current, 'rejected', 'the operator rejected it')
      : moveWithdrawal(core, tx, current, 'inReview', {
          reason: approval.isAnswered ? 'the operator rejected it' : 'the operator did not respond',
          changes: { next_check_at: null },
        });
  });
}

async function endUnscreened(
  core: Core,
  withdrawal: Withdrawal,
): Promise<Withdrawal | null | 'approved'> {
  const screening = await screenAgain(core, withdrawal);
  if (screening === null || screening.kind === 'clear') return 'approved';
  // Without a response the withdrawal waits, and the next sweep asks again.
  const isUnanswered = screening.kind === 'unanswered';
  if (isUnanswered && withdrawal.check_count < mostUnanswered) return null;
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, withdrawal.brand_id, withdrawal.id);
    if (current?.status !== 'approved') return null;
    const stopped = await reviewUncovered(core, tx, current, screening);
    return stopped === 'clear' ? 'approved' : stopped;
  });
}

/**
 * Checks an approved withdrawal right before it is sent, in the same transaction; the caller has
 * locked it. Null if it waits, and the withdrawal if it was moved to review.
 */
export async function stopSending(
  core: Core,
  tx: Tx,
  approved: Withdrawal,
): Promise<Withdrawal | null | 'clear'> {
  const stopped = await stopForPlayer(core, tx, approved);
  return stopped === 'clear' ? reviewUncovered(core, tx, approved, null) : stopped;
}

/**
 * The same without the rules of payouts, for a transaction that holds the locks of many players: it
 * checks what nobody may overtake, a block and a debt.
 */
export async function stopForPlayer(
  core: Core,
  tx: Tx,
  approved: Withdrawal,
): Promise<Withdrawal | null | 'clear'> {
  if (await hasPendingReversal(tx, approved)) return null;
  const reason = await findObstacle(core, tx, approved);
  if (reason === null) return 'clear';
  return moveWithdrawal(core, tx, approved, 'inReview', {
    reason,
    changes: { next_check_at: null },
  });
}

/** Moves a withdrawal to review that breaks a rule of payouts which its approval doesn't cover. */
async function reviewUncovered(
  core: Core,
  tx: Tx,
  approved: Withdrawal,
  screening: ScreeningAnswer | null,
): Promise<Withdrawal | null | 'clear'> {
  const uncovered = await findUncovered(core, tx, approved, screening);
  if (uncovered.length === 0) return 'clear';
  return moveWithdrawal(core, tx, approved, 'inReview', {
    reason: uncovered.map(describeFinding).join('; '),
    changes: {
      next_check_at: null,
      reviewed_rules: JSON.stringify(addReviewed(approved, uncovered)),
    },
  });
}

/** Lets a withdrawal wait whose destination is new. */
async function postpone(core: Core, { brand_id, id }: Withdrawal, until: Date): Promise<null> {
  await core.db
    .updateTable('withdrawals')
    .set({ next_check_at: until, check_count: 0 })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .execute();
  return null;
}

/**
 * Whether money is being taken back from the player, so that nobody knows yet what they owe. The
 * next sweep tries again.
 */
async function hasPendingReversal(tx: Tx, { brand_id, player_id }: Withdrawal): Promise<boolean> {
  const pending = await tx
    .selectFrom('reversals')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('player_id', '=', player_id)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  return pending !== undefined;
}
