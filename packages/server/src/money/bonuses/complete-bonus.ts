import type { Tx } from '../../ground/database/connect.ts';
import { lockPlayer, type PlayerRef } from '../../players/player-row.ts';
import { type Bonus, type BonusCore, findBonus, recordBonusEvent } from './bonuses.ts';
import { requiresWagering } from './withdrawal-bonuses.ts';

/** The outcome of completing a bonus. `noWagering`: the bonus requires none. */
type Completed =
  | { kind: 'completed'; before: Bonus; after: Bonus }
  | { kind: 'notFound' }
  | { kind: 'notAccrued'; bonus: Bonus }
  | { kind: 'noWagering' };

/**
 * Records that the wagering of an accrued bonus is done: a withdrawal no longer forfeits it. This
 * can't be undone. A repeat changes nothing, and the first time stays.
 */
export async function completeBonus(
  core: BonusCore,
  tx: Tx,
  player: PlayerRef,
  bonusId: string,
): Promise<Completed> {
  await lockPlayer(tx, player);
  const before = await findBonus(tx, player, bonusId);
  if (before === undefined) return { kind: 'notFound' };
  if (before.status !== 'accrued') return { kind: 'notAccrued', bonus: before };
  if (!requiresWagering(before)) return { kind: 'noWagering' };
  if (before.wagered_at !== null) return { kind: 'completed', before, after: before };
  const now = core.now();
  const after = await tx
    .updateTable('bonuses')
    .set({ wagered_at: now, updated_at: now })
    .where('brand_id', '=', player.brandId)
    .where('id', '=', bonusId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordBonusEvent(core, tx, after, 'wagered');
  return { kind: 'completed', before, after };
}
