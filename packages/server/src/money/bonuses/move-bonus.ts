import type { Selectable, Updateable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BonusesTable } from '../../ground/database/tables/bonuses.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { type BonusStatus, canMoveBonus } from './bonus.machine.ts';

export type Bonus = Selectable<BonusesTable>;

/** What bonuses need of the core. */
export type BonusCore = Pick<Core, 'now' | 'brands'>;

type Changes = Pick<
  Updateable<BonusesTable>,
  'deposit_id' | 'accrued_amount' | 'revoked_amount' | 'actor' | 'reason'
>;

/**
 * Moves a bonus to another state, guarded by its present one in SQL, and tells the operator. Returns
 * null where another transaction moved it first. The caller has locked the player.
 * @throws on a transition that the machine doesn't know: that is a bug in the caller.
 */
export async function moveBonus(
  core: BonusCore,
  tx: Tx,
  bonus: Bonus,
  to: BonusStatus,
  changes: Changes = {},
): Promise<Bonus | null> {
  if (!canMoveBonus(bonus.status, to)) {
    throw new Error(`A bonus can't go from ${bonus.status} to ${to}`);
  }
  const moved = await tx
    .updateTable('bonuses')
    .set({ ...changes, status: to, updated_at: core.now() })
    .where('brand_id', '=', bonus.brand_id)
    .where('id', '=', bonus.id)
    .where('status', '=', bonus.status)
    .returningAll()
    .executeTakeFirst();
  if (moved === undefined) return null;
  await tellOfBonus(core, tx, moved);
  return moved;
}

/** The operator's event of a bonus as it is now: `bonus.offered`, `bonus.accrued` … */
export async function tellOfBonus(core: BonusCore, tx: Tx, bonus: Bonus): Promise<void> {
  await recordEvent(core, tx, {
    brandId: bonus.brand_id,
    playerId: bonus.player_id,
    type: `bonus.${bonus.status}`,
    data: {
      bonusId: bonus.id,
      kind: bonus.kind,
      currency: bonus.currency,
      depositId: bonus.deposit_id,
      accruedAmount: bonus.accrued_amount,
      revokedAmount: bonus.revoked_amount,
      spins: bonus.spins,
      wagerMultiplier: bonus.wager_multiplier,
      payoutMultiplier: bonus.payout_multiplier,
    },
  });
}
