import { type SqlBool, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import { lockPlayer } from '../../players/player-row.ts';
import type { Bonus } from './bonuses.ts';
import { moveBonus } from './bonuses.ts';

type Parts = Pick<Core, 'db' | 'now' | 'brands' | 'log'>;

const batchSize = 200;
/** Connections that a run takes from the pool; players need the rest. */
const transactionsAtOnce = 4;
/** A run starts no batch after this time; the next run continues. */
const budgetMs = 20_000;

/**
 * Expires the offers that are due, each in a transaction of its own. An offer that fails is logged
 * and left to the next run; it doesn't delay the others. Returns the number of expired offers.
 */
export async function expireBonuses(core: Parts): Promise<number> {
  const endsAt = performance.now() + budgetMs;
  const now = core.now();
  let expired = 0;
  let batch: Bonus[] = [];
  do {
    batch = await loadDue(core, now, batch.at(-1));
    const rest = batch.values();
    const work = async () => {
      for (const bonus of rest) if (await expire(core, bonus)) expired += 1;
    };
    await Promise.all(Array.from({ length: transactionsAtOnce }, work));
  } while (batch.length === batchSize && performance.now() < endsAt);
  return expired;
}

/**
 * Loads the next due offers after the last one of the previous batch, so that a failed row isn't
 * repeated.
 */
function loadDue({ db }: Parts, now: Date, last: Bonus | undefined): Promise<Bonus[]> {
  return db
    .selectFrom('bonuses')
    .selectAll()
    .where('status', '=', 'offered')
    .where('must_accrue_before', '<=', now)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(must_accrue_before, id) > (${last?.must_accrue_before}, ${last?.id})`,
      ),
    )
    .orderBy('must_accrue_before')
    .orderBy('id')
    .limit(batchSize)
    .execute();
}

async function expire(core: Parts, bonus: Bonus): Promise<boolean> {
  try {
    const moved = await core.db.transaction().execute(async (tx) => {
      await lockPlayer(tx, { brandId: bonus.brand_id, playerId: bonus.player_id });
      return moveBonus(core, tx, bonus, 'expired');
    });
    return moved !== null;
  } catch (error) {
    core.log.error(
      { brandId: bonus.brand_id, bonusId: bonus.id, error },
      'Expiring a bonus failed.',
    );
    return false;
  }
}
