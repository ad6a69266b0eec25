import { CallError } from '@kassa/contract';
import { requireMethodOn } from '../../catalog/method-switches.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { claimDue, findDueLanes } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import { countAskable } from '../../providers/ask-provider.ts';
import { isContinuationLost, loadDeposit } from '../deposits/load-deposit.ts';
import { planNextCheck, planRepeat } from '../deposits/plan-next-check.ts';
import { finishDeposit } from './finish-deposit.ts';
import { followUpDeposit } from './follow-up-deposit.ts';

/** Of one provider, asked at once. */
const batchSize = 20;

/**
 * Asks the providers about every deposit that has waited too long: a lost notification loses no
 * money, what the player never paid expires, and what they gave a provider that wanted to know more
 * is not lost with its answer. Any number of processes may run it at once.
 * Returns how many deposits were looked at.
 */
export function followUpDeposits(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'deposits', core.now()),
    workBatch: async (lane) => {
      const most = countAskable(core, { ...lane, operation: 'status' }, batchSize);
      if (most === 0) return 0;
      const due = await claimDue<Deposit>(core, 'deposits', lane, { most, planNext });
      await Promise.all(
        due.map((deposit) =>
          followUp(core, deposit).catch((error: unknown) => {
            // Its next check is already set.
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
  if (isContinuationLost(deposit, core.now())) await takeUpAgain(core, deposit);
}

/**
 * Asks the provider once more to go on with what its player gave: the same deposit, reference and
 * fields, so never a second payment. What holds for who gives it holds here too.
 */
async function takeUpAgain(core: Core, { id, brand_id, player_id }: Deposit): Promise<void> {
  const owner = { brandId: brand_id, playerId: player_id };
  // It may have been paid, or have expired.
  const deposit = await loadDeposit(core.db, owner, id);
  if (!isContinuationLost(deposit, core.now()) || deposit.required_fields === null) return;
  try {
    await requireNotBlocked(core, core.db, owner, 'deposit');
    await requireMethodOn(core, core.db, brand_id, deposit.payment_method);
    await finishDeposit(core, owner, id);
  } catch (error) {
    // The deposit says so too, or stays as it was.
    if (!(error instanceof CallError)) throw error;
  }
}
