import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { performOperationsOf } from '../provider-events/wallet-answers.ts';
import { isCancelableByPlayer } from '../states/withdrawal.machine.ts';
import { loadWithdrawal, lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { releaseWithdrawal } from '../withdrawals/settle-withdrawal.ts';

/**
 * Performs the hold in the operator's wallet, if there is one, and returns the withdrawal. Without
 * a response of the wallet it stays `created`, and the sweep retries the hold.
 * @throws CallError if a rule of payouts or the wallet has refused it.
 */
export async function finishWithdrawal(
  core: Core,
  owner: PlayerRef,
  withdrawalId: string,
): Promise<Withdrawal> {
  await performOperationsOf(core, { brandId: owner.brandId, subjectId: withdrawalId });
  const withdrawal = await loadWithdrawal(core.db, owner, withdrawalId);
  if (withdrawal.failure_code !== null) {
    const message = 'The withdrawal was refused.';
    const params = withdrawal.failure_params ?? {};
    throw new CallError(withdrawal.failure_code, message, params, withdrawal.reference);
  }
  publishWithdrawal(core, withdrawal);
  return withdrawal;
}

/**
 * Cancels a withdrawal for its player. A repeat has no further effect.
 * @throws CallError withdrawal.notFound; withdrawal.notOpen once a provider may have been asked, and
 *   where the brand forbids it.
 */
export async function cancelWithdrawal(
  core: Core,
  owner: PlayerRef,
  withdrawalId: string,
): Promise<Withdrawal> {
  const { id, status } = await loadWithdrawal(core.db, owner, withdrawalId);
  if (status === 'canceled') return loadWithdrawal(core.db, owner, id);
  const canceled = await core.db.transaction().execute(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, owner.brandId, id);
    const isFree = withdrawal && isCancelableByPlayer(core, withdrawal);
    return isFree
      ? releaseWithdrawal(core, tx, withdrawal, 'canceled', 'canceled by the player')
      : null;
  });
  if (canceled === null) {
    throw new CallError('withdrawal.notOpen', 'The withdrawal can no longer be canceled.');
  }
  publishWithdrawal(core, canceled);
  await performOperationsOf(core, { brandId: owner.brandId, subjectId: id });
  return canceled;
}
