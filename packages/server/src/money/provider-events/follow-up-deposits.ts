import { CallError } from '@kassa/contract';
import { requireMethodOn } from '../../catalog/method-switches.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { claimDue, findDueLanes } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import { countAllowed } from '../../providers/ask-provider.ts';
import { isContinuationLost, loadDeposit } from '../deposits/load-deposit.ts';
import { planNextCheck, planRepeat } from '../deposits/plan-next-check.ts';
import { finishDeposit } from './finish-deposit.ts';
import { followUpDeposit } from './follow-up-deposit.ts';

/** The most deposits of one provider that are processed in parallel. */
const batchSize = 20;

/**
 * Requests the status of every deposit that is due: a lost notification loses no money, an unpaid
 * deposit expires, and a player's further fields are sent again if their response was lost. Any
 * number of processes may run it in parallel. Returns the number of deposits.
 */
export function followUpDeposits(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'deposits', core.now()),
    workBatch: async (lane) => {
      const most = countAllowed(core, { ...lane, operation: 'status' }, batchSize);
      if (most === 0) return 0;
      const due = await claimDue<Deposit>(core, 'deposits', lane, { most, planNext });
      await Promise.all(
        due.map((deposit) =>
          followUp(core, deposit).catch((error: unknown) => {
            // Its next check is already planned.
            core.log.error({ depositId: deposit.id, error }, 'following up a deposit failed');
          }),
        ),
      );
      return due.length;
    },
    batchSize,
  });
}

function planNext(deposit: Deposit, now: Date): Date {
  return planNextCheck(deposit, now) ?? planRepeat(deposit, now);
}

async function followUp(core: Core, deposit: Deposit): Promise<void> {
  await followUpDeposit(core, deposit);
  if (isContinuationLost(deposit, core.now())) await resendFields(core, deposit);
}

/**
 * Sends the player's further fields to the provider once more: with the same deposit, reference and
 * fields, so never as a second payment. The player's blocks and the method's switch are validated
 * again.
 */
async function resendFields(core: Core, { id, brand_id, player_id }: Deposit): Promise<void> {
  const owner = { brandId: brand_id, playerId: player_id };
  // The deposit may have been paid or expired.
  const deposit = await loadDeposit(core.db, owner, id);
  if (!isContinuationLost(deposit, core.now()) || deposit.required_fields === null) return;
  try {
    await requireNotBlocked(core, core.db, owner, 'deposit');
    await requireMethodOn(core, core.db, brand_id, deposit.payment_method);
    await finishDeposit(core, owner, id);
  } catch (error) {
    // The deposit records the error, too, or is unchanged.
    if (!(error instanceof CallError)) throw error;
  }
}
