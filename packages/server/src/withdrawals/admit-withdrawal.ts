import { compareDecimals } from '@kassa/contract';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { moveWithdrawal, type Withdrawal } from './move-withdrawal.ts';
import { bookHold } from './settle-withdrawal.ts';

/**
 * The money is held: from here the withdrawal goes to the operator's review, or, where it is small
 * enough by the brand's settings, is approved at once. The caller has locked withdrawal and player.
 */
export async function admitWithdrawal(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
): Promise<Withdrawal> {
  await bookHold(core, tx, withdrawal);
  const requested = await moveWithdrawal(core, tx, withdrawal, 'requested', {
    reason: 'the money is held',
  });
  const isSmall = requested !== null && isApprovedAtOnce(core, requested);
  const admitted =
    requested &&
    (await moveWithdrawal(core, tx, requested, isSmall ? 'approved' : 'inReview', {
      reason: isSmall ? 'needs no review, by the settings' : 'waits for the operator',
      changes: { next_check_at: isSmall ? core.now() : null },
    }));
  if (admitted === null) throw new Error(`Withdrawal ${withdrawal.id} was moved without its lock`);
  return admitted;
}

/** The operator's wallet does not hold the money: there is nothing to pay with. */
export function refuseHold(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  reason: 'insufficient' | 'unknownPlayer' | 'other',
): Promise<Withdrawal | null> {
  return moveWithdrawal(core, tx, withdrawal, 'rejected', {
    reason: `the wallet refuses to hold the money: ${reason}`,
    changes: {
      failure_code: reason === 'insufficient' ? 'balance.insufficient' : 'operator.declined',
    },
  });
}

function isApprovedAtOnce(core: Core, { brand_id, amount, currency }: Withdrawal): boolean {
  const limit = core.brands.get(brand_id)?.withdrawals.approveUpTo[currency];
  return limit !== undefined && compareDecimals(amount, limit) <= 0;
}
