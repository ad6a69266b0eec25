import { CallError } from '@kassa/contract';
import type { Core } from '../core.ts';
import type { Db, Tx } from '../db/connect.ts';
import { isUuid } from '../is-uuid.ts';
import type { Caller } from '../players/caller.ts';
import type { PlayerRef } from '../players/lock-player.ts';
import type { Bonus } from './move-bonus.ts';

/** All bonuses of a player, the newest first. */
export async function listBonuses(db: Db | Tx, { brandId, playerId }: PlayerRef): Promise<Bonus[]> {
  return db
    .selectFrom('bonuses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A player's own bonus; another's and one that never was are the same nothing. */
export async function findBonus(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  bonusId: string,
): Promise<Bonus | undefined> {
  if (!isUuid(bonusId)) return undefined;
  return db
    .selectFrom('bonuses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('id', '=', bonusId)
    .executeTakeFirst();
}

/**
 * Lets a deposit pass that is to bring a bonus: it is the player's, still offered, and in the
 * currency of their account.
 * @throws CallError bonus.notFound, bonus.notOpen
 */
export async function requireBonus(
  core: Pick<Core, 'now'>,
  tx: Tx,
  caller: Caller,
  bonusId: string,
): Promise<Bonus> {
  const bonus = await findBonus(tx, caller, bonusId);
  if (bonus === undefined) throw new CallError('bonus.notFound', 'There is no such bonus.');
  if (!isOpen(bonus, core.now()) || bonus.currency !== caller.currency) {
    throw new CallError('bonus.notOpen', 'This bonus can no longer be had.');
  }
  return bonus;
}

/** Whether a bonus can still be accrued at this moment. */
export function isOpen({ status, must_accrue_before }: Bonus, now: Date): boolean {
  return status === 'offered' && must_accrue_before > now;
}
