import { compareDecimals } from '@kassa/contract';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { loadReceivable } from '../ledger/load-receivable.ts';
import { findBlock } from '../limits/player-blocks.ts';
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
  const doubt = requested && (await findDoubt(core, tx, requested));
  const admitted =
    requested &&
    (await moveWithdrawal(core, tx, requested, doubt === null ? 'approved' : 'inReview', {
      reason: doubt ?? 'needs no review, by the settings',
      changes: { next_check_at: doubt === null ? core.now() : null },
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

/** Why a person must look at it before it is paid, or null. */
async function findDoubt(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<string | null> {
  const { brand_id: brandId, player_id: playerId, amount, currency } = withdrawal;
  const limit = core.brands.get(brandId)?.withdrawals.approveUpTo[currency];
  const isSmall = limit !== undefined && compareDecimals(amount, limit) <= 0;
  if (!isSmall) return 'waits for the operator';
  // Blocked since it was asked for: an operator's wallet may take its time to hold the money.
  const block = await findBlock(core, tx, { brandId, playerId }, 'withdrawal');
  if (block !== undefined) return "the player's withdrawals are blocked";
  const owed = await loadReceivable(tx, { brandId, playerId, currency });
  return compareDecimals(owed, '0') > 0 ? `the player owes ${owed} ${currency}` : null;
}
