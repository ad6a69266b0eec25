import type { Core } from '../../core/core.ts';
import { lockPlayer } from '../../players/lock-player.ts';
import { moveBonus } from './move-bonus.ts';

/** Bonuses that are looked at in one run; the next run takes the next. */
const batchSize = 100;

/** Marks offers whose time has passed, each in its own transaction. Returns how many. */
export async function expireBonuses(core: Pick<Core, 'db' | 'now' | 'brands'>): Promise<number> {
  const due = await core.db
    .selectFrom('bonuses')
    .selectAll()
    .where('status', '=', 'offered')
    .where('must_accrue_before', '<=', core.now())
    .orderBy('must_accrue_before')
    .limit(batchSize)
    .execute();
  let expired = 0;
  for (const bonus of due) {
    const moved = await core.db.transaction().execute(async (tx) => {
      await lockPlayer(tx, { brandId: bonus.brand_id, playerId: bonus.player_id });
      return moveBonus(core, tx, bonus, 'expired');
    });
    if (moved !== null) expired += 1;
  }
  return expired;
}
