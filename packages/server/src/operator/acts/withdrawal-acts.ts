import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { applyPayout } from '../../money/provider-events/apply-payout.ts';
import { lockWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../../money/withdrawals/move-withdrawal.ts';
import { releaseWithdrawal } from '../../money/withdrawals/settle-withdrawal.ts';
import { canMoveWithdrawal } from '../../money/withdrawals/withdrawal.machine.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';

/*
 * What an operator may do to a withdrawal. Each runs in the caller's transaction, beside the log of
 * who did it and why, and returns the withdrawal as it is then, to be published after the commit. All
 * throw CallErrors: withdrawal.notFound, and withdrawal.notOpen where the act no longer fits.
 */

interface Act {
  brandId: string;
  withdrawalId: string;
  /** Who, for the history: a key's name. */
  actor: string;
  reason: string;
}

/**
 * It is paid as soon as the provider can be asked.
 * @throws CallError player.blocked, player.selfExcluded too: the block is lifted first.
 */
export async function approveWithdrawal(core: Core, tx: Tx, act: Act): Promise<Withdrawal> {
  const withdrawal = await lock(tx, act);
  if (withdrawal.status === 'approved' || !canMoveWithdrawal(withdrawal.status, 'approved')) {
    throw notOpen(withdrawal);
  }
  // Only the engine may send again by itself, and only what certainly was not sent.
  if (withdrawal.status === 'sending') throw notOpen(withdrawal);
  const { brand_id: brandId, player_id: playerId } = withdrawal;
  await requireNotBlocked(core, tx, { brandId, playerId }, 'withdrawal');
  const moved = await moveWithdrawal(core, tx, withdrawal, 'approved', {
    reason: reasonOf(act),
    changes: { next_check_at: core.now(), check_count: 0 },
  });
  return moved ?? withdrawal;
}

/** It is not paid, and the player has the money again. */
export async function rejectWithdrawal(core: Core, tx: Tx, act: Act): Promise<Withdrawal> {
  const withdrawal = await lock(tx, act);
  const isHeld = withdrawal.status !== 'created';
  if (!isHeld || !canMoveWithdrawal(withdrawal.status, 'rejected')) throw notOpen(withdrawal);
  const moved = await releaseWithdrawal(core, tx, withdrawal, 'rejected', reasonOf(act));
  return moved ?? withdrawal;
}

/**
 * The operator has found out, outside of Kassa, what became of a payout that nobody knows of, or that
 * it failed or came back: it counts as the provider's word.
 */
export async function resolveWithdrawal(
  core: Core,
  tx: Tx,
  act: Act & { status: 'completed' | 'failed' | 'returned'; providerReference?: string },
): Promise<Withdrawal> {
  const withdrawal = await lock(tx, act);
  // Before it was sent there is nothing to find out, unless a restore has lost that it was; and while it
  // is being sent there is nothing to know.
  const mayBeSent = withdrawal.send_count > 0 || core.arePayoutsHeld;
  if (!mayBeSent || ['created', 'sending'].includes(withdrawal.status)) throw notOpen(withdrawal);
  const payout = {
    kind: 'payout' as const,
    providerReference: act.providerReference ?? null,
    withdrawalId: withdrawal.id,
    status: act.status,
    fee: null,
  };
  const { brandId } = act;
  const { connector } = withdrawal;
  const evidence = { brandId, connector, source: reasonOf(act), confirmedBy: 'operator' as const };
  const { changed } = await applyPayout(core, tx, evidence, payout);
  if (changed === null || !('hold_id' in changed)) throw notOpen(withdrawal);
  return changed;
}

const reasonOf = ({ actor, reason }: Act) => `operator ${actor}: ${reason}`;

async function lock(tx: Tx, { brandId, withdrawalId }: Act): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, brandId, withdrawalId);
  if (withdrawal === undefined) {
    throw new CallError('withdrawal.notFound', 'There is no such withdrawal.');
  }
  return withdrawal;
}

function notOpen(withdrawal: Withdrawal): CallError {
  const message = `The withdrawal is ${withdrawal.status}, and this no longer fits.`;
  return new CallError('withdrawal.notOpen', message, {}, withdrawal.reference);
}
