import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { publishWithdrawal } from '../../messages/realtime/publish.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { performOperationsOf } from '../provider-events/perform-operation.ts';
import { loadWithdrawal } from '../withdrawals/load-withdrawal.ts';

/**
 * Asks the operator's wallet to hold the money, where there is one, and gives the withdrawal as it
 * stands: one whose wallet does not answer stays `created`, and the sweep asks again.
 * @throws CallError where the wallet refuses to hold the money.
 */
export async function finishWithdrawal(
  core: Core,
  owner: PlayerRef,
  withdrawalId: string,
): Promise<Withdrawal> {
  await performOperationsOf(core, { brandId: owner.brandId, subjectId: withdrawalId });
  const withdrawal = await loadWithdrawal(core.db, owner, withdrawalId);
  if (withdrawal.failure_code !== null) {
    const message = 'The money could not be held.';
    throw new CallError(withdrawal.failure_code, message, {}, withdrawal.reference);
  }
  publishWithdrawal(core, withdrawal);
  return withdrawal;
}
