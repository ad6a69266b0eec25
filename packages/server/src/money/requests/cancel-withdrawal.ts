import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { performOperationsOf } from '../provider-events/perform-operation.ts';
import { loadWithdrawal, lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { releaseWithdrawal } from '../withdrawals/settle-withdrawal.ts';
import { isCancelable } from '../withdrawals/withdrawal.machine.ts';

/**
 * The player takes a withdrawal back. Doing it twice is doing it once.
 * @throws CallError withdrawal.notFound; withdrawal.notOpen once a provider may have been asked.
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
    const isFree = withdrawal && isCancelable(withdrawal, core);
    return isFree
      ? releaseWithdrawal(core, tx, withdrawal, 'canceled', 'taken back by the player')
      : null;
  });
  if (canceled === null) {
    throw new CallError('withdrawal.notOpen', 'The withdrawal can no longer be taken back.');
  }
  publishWithdrawal(core, canceled);
  await performOperationsOf(core, { brandId: owner.brandId, subjectId: id });
  return canceled;
}
