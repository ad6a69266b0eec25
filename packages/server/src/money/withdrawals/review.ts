import { compareDecimals, type Decimal } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { findBlock } from '../../players/player-blocks.ts';
import { loadReceivable } from '../ledger/balances.ts';
import { lockWithdrawal } from './load-withdrawal.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import { bookHold } from './settle-withdrawal.ts';

const dayMs = 24 * 3600_000;

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
  if (core.arePayoutsHeld) return heldReason;
  const { brand_id: brandId, amount, currency } = withdrawal;
  const limit = core.brands.get(brandId)?.withdrawals.approveUpTo[currency];
  const isSmall = limit !== undefined && compareDecimals(amount, limit) <= 0;
  if (!isSmall) return 'waits for the operator';
  // All of a day together: a large sum in small pieces is a large sum.
  if (compareDecimals(await sumOfDay(tx, withdrawal), limit) > 0) {
    return 'waits for the operator: more than needs no review within 24 hours';
  }
  // Blocked since it was asked for: an operator's wallet may take its time to hold the money.
  return (await findBlockDoubt(core, tx, withdrawal)) ?? (await findDebtDoubt(tx, withdrawal));
}

/**
 * What the player asked for from 24 hours before this one on, and did not get back; this one included,
 * however long the operator's wallet took to hold its money.
 */
async function sumOfDay(tx: Tx, withdrawal: Withdrawal): Promise<Decimal> {
  const { total } = await tx
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.sum<Decimal>('amount').as('total'))
    .where('brand_id', '=', withdrawal.brand_id)
    .where('player_id', '=', withdrawal.player_id)
    .where('currency', '=', withdrawal.currency)
    .where('created_at', '>', new Date(withdrawal.created_at.getTime() - dayMs))
    .where('status', 'not in', ['rejected', 'canceled', 'failed'])
    .executeTakeFirstOrThrow();
  return total;
}

/** Why a player must not be paid without a person's look, in words for the history; or null. */
type Doubt = string | null;

/** What no operator's approval outweighs: a block is lifted first. */
export async function findBlockDoubt(core: Core, tx: Tx, withdrawal: Withdrawal): Promise<Doubt> {
  const player = { brandId: withdrawal.brand_id, playerId: withdrawal.player_id };
  const block = await findBlock(core, tx, player, 'withdrawal');
  return block === undefined ? null : "the player's withdrawals are blocked";
}

/** A chargeback may have come since the withdrawal was asked for. */
export async function findDebtDoubt(tx: Tx, withdrawal: Withdrawal): Promise<Doubt> {
  const { brand_id: brandId, player_id: playerId, currency } = withdrawal;
  const owed = await loadReceivable(tx, { brandId, playerId, currency });
  return compareDecimals(owed, '0') > 0 ? `the player owes ${owed} ${currency}` : null;
}

/** What a person has to know who finds one in review. */
const heldReason = 'payouts are held';

const batchSize = 100;

/**
 * Gives every withdrawal that is about to be paid to the operator's review (setting HOLD_PAYOUTS): on
 * a database that was restored it may have been paid since the copy. Any number of processes may do
 * it at once. Returns how many it was.
 */
export async function holdPayouts(core: Core): Promise<number> {
  let count = 0;
  for (;;) {
    const approved = await core.db
      .selectFrom('withdrawals')
      .select(['id', 'brand_id'])
      .where('status', '=', 'approved')
      .where('next_check_at', 'is not', null)
      .limit(batchSize)
      .execute();
    for (const withdrawal of approved) {
      if ((await holdPayout(core, withdrawal)) !== null) count += 1;
    }
    if (approved.length < batchSize) return count;
  }
}

/** The same for one; null where another was faster. */
export function holdPayout(
  core: Core,
  { brand_id: brandId, id }: Pick<Withdrawal, 'brand_id' | 'id'>,
): Promise<Withdrawal | null> {
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, brandId, id);
    if (current?.status !== 'approved') return null;
    return moveWithdrawal(core, tx, current, 'inReview', {
      reason: heldReason,
      changes: { next_check_at: null },
    });
  });
}
