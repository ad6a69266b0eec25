import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import type { ResolvedDetails } from './resolve-details.ts';

/** What is known of a destination from the player's withdrawals. */
interface DestinationUse {
  /** Null for a destination that was never used. */
  firstUsedAt: Date | null;
  /** Whether the player withdrew to another one before. */
  hasOther: boolean;
}

/**
 * Returns since when a player has used the destination of a withdrawal, and whether another one was
 * used before it. A withdrawal that was refused, rejected or canceled used nothing, or else a
 * destination would become old without anybody's notice.
 */
export async function loadDestinationUse(
  db: Db | Tx,
  player: PlayerRef,
  { digests }: Pick<ResolvedDetails, 'digests'>,
): Promise<DestinationUse> {
  const { first } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.min<Date | null>('created_at').as('first'))
    .where('brand_id', '=', player.brandId)
    .where('player_id', '=', player.playerId)
    .where('destination_digest', 'in', digests)
    .where('status', 'not in', ['created', 'rejected', 'canceled'])
    .executeTakeFirstOrThrow();
  return { firstUsedAt: first, hasOther: await hasOtherUse(db, player, digests, first) };
}

/**
 * Whether another destination was used, before a time if there is one. One that was deleted, or is
 * of an older release, can't be compared, and is taken for another.
 */
async function hasOtherUse(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  digests: readonly string[],
  before: Date | null,
): Promise<boolean> {
  const other = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('status', 'not in', ['rejected', 'canceled'])
    .where(({ eb, or }) =>
      or([eb('destination_digest', 'is', null), eb('destination_digest', 'not in', digests)]),
    )
    .$if(before !== null, (query) => query.where('created_at', '<', before))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
