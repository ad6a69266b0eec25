import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { isUnsigned, loadPayout } from '../../money/chain-payouts/load-payout.ts';
import { loadDebt } from '../../money/ledger/balances.ts';
import { applyPayout } from '../../money/provider-events/apply-payout.ts';
import { addReviewed, findBroken } from '../../money/provider-events/recheck-rules.ts';
import { canMoveWithdrawal } from '../../money/states/withdrawal.machine.ts';
import { lockWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../../money/withdrawals/move-withdrawal.ts';
import { firstSendAt } from '../../money/withdrawals/review.ts';
import { releaseWithdrawal } from '../../money/withdrawals/settle-withdrawal.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';

/*
 * An operator's acts on a withdrawal. Each act runs in the caller's transaction together with its
 * row in the log of acts. It returns the changed withdrawal, which the caller publishes after the
 * commit. All throw CallErrors: withdrawal.notFound, and withdrawal.notOpen if the status doesn't
 * allow the act.
 */

interface Act {
  brandId: string;
  withdrawalId: string;
  /** The name of the key, for the history. */
  actor: string;
  reason: string;
}

/**
 * Approves a withdrawal; it is paid as soon as the provider is reachable. The approval covers what
 * the player owes now, but no later debt; and the rules of payouts that had it reviewed, but none
 * that would have refused it.
 * @throws CallError player.blocked, player.selfExcluded too: the block must be lifted first.
 */
export async function approveWithdrawal(core: Core, tx: Tx, act: Act): Promise<Withdrawal> {
  const withdrawal = await lock(tx, act);
  if (withdrawal.status === 'approved' || !canMoveWithdrawal(withdrawal.status, 'approved')) {
    throw notOpen(withdrawal);
  }
  // While the status is `sending`, only the engine may send again, and only if certainly nothing
  // was sent.
  if (withdrawal.status === 'sending') throw notOpen(withdrawal);
  await requireNotMinable(tx, withdrawal);
  const { brand_id: brandId, player_id: playerId, currency } = withdrawal;
  await requireNotBlocked(core, tx, { brandId, playerId }, 'withdrawal');
  const { everBooked } = await loadDebt(tx, { brandId, playerId, currency });
  const broken = await findBroken(core, tx, withdrawal, null);
  const moved = await moveWithdrawal(core, tx, withdrawal, 'approved', {
    reason: reasonOf(act),
    changes: {
      next_check_at: firstSendAt(core, withdrawal),
      check_count: 0,
      debt_at_approval: everBooked,
      approved_by: act.actor,
      reviewed_rules: JSON.stringify(addReviewed(withdrawal, broken)),
    },
  });
  return moved ?? withdrawal;
}

/** Rejects a withdrawal and releases its hold. */
export async function rejectWithdrawal(core: Core, tx: Tx, act: Act): Promise<Withdrawal> {
  const withdrawal = await lock(tx, act);
  const isHeld = withdrawal.status !== 'created';
  if (!isHeld || !canMoveWithdrawal(withdrawal.status, 'rejected')) throw notOpen(withdrawal);
  await requireNotMinable(tx, withdrawal);
  const moved = await releaseWithdrawal(core, tx, withdrawal, 'rejected', reasonOf(act));
  return moved ?? withdrawal;
}

/**
 * Resolves a payout that the operator has looked up outside of Kassa: one of unknown outcome, or
 * one that failed or was returned. The act counts as evidence of the provider.
 */
export async function resolveWithdrawal(
  core: Core,
  tx: Tx,
  act: Act & { status: 'completed' | 'failed' | 'returned'; providerReference?: string },
): Promise<Withdrawal> {
  const withdrawal = await lock(tx, act);
  // A payout that was never sent has no outcome, unless a restore lost the record that it was sent.
  // While a payout is being sent, its outcome can't be known: only that nothing is signed which
  // could be sent on a chain, and from now on nothing will be.
  const mayBeSent = withdrawal.send_count > 0 || core.arePayoutsHeld;
  const isKnowable =
    withdrawal.status === 'sending'
      ? act.status === 'failed' && (await isUnsigned(tx, withdrawal))
      : withdrawal.status !== 'created';
  if (!mayBeSent || !isKnowable) throw notOpen(withdrawal);
  // Any other outcome gives the money to the player, who would be paid twice.
  if (act.status !== 'completed') await requireNotMinable(tx, withdrawal);
  const payout = {
    kind: 'payout' as const,
    providerReference: act.providerReference ?? null,
    withdrawalId: withdrawal.id,
    status: act.status,
    // The operator's word is about the withdrawal's own amount.
    paid: null,
    fee: null,
  };
  const { brandId } = act;
  const { connector } = withdrawal;
  const evidence = { brandId, connector, source: reasonOf(act), confirmedBy: 'operator' as const };
  const { changed } = await applyPayout(core, tx, evidence, payout);
  if (changed === null || !('hold_id' in changed)) throw notOpen(withdrawal);
  return changed;
}

/** A signed transaction can be mined as long as nothing else has its place in the hot wallet. */
async function requireNotMinable(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const payout = await loadPayout(tx, withdrawal);
  if (payout?.status !== 'signed') return;
  const message = `A transaction of this withdrawal may still be mined on ${payout.blockchain}.`;
  throw new CallError('withdrawal.notOpen', message, {}, withdrawal.reference);
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
  const message = `The withdrawal is ${withdrawal.status}, which does not allow this act.`;
  return new CallError('withdrawal.notOpen', message, {}, withdrawal.reference);
}
