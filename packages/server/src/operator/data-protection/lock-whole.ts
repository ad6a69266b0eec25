import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { findUnprocessed } from './find-obstacles.ts';

/** A player whose row and subjects are locked. */
interface LockedPlayer {
  player: { external_id: string; erased_at: Date | null };
  /** The ids of `findUnprocessed`; these notifications are locked, too. */
  unprocessed: string[];
}

/**
 * Locks in the order of every transaction: unprocessed notifications about a player's money, then
 * its subjects, then the player (players/player-row.ts). What was created in between would be
 * locked after its player, which may end in a deadlock. So the locks are released then, and taken
 * again. Null if the brand has no such player.
 */
export async function lockWhole(
  core: Pick<Core, 'vault'>,
  tx: Tx,
  ref: PlayerRef,
): Promise<LockedPlayer | null> {
  for (;;) {
    await sql`savepoint unlocked`.execute(tx);
    const notifications = new Set(await findUnprocessed(core, tx, ref));
    await lockNotifications(tx, ref, [...notifications]);
    const subjects = await lockSubjects(tx, ref);
    const player = await tx
      .selectFrom('players')
      .select(['external_id', 'erased_at'])
      .where('brand_id', '=', ref.brandId)
      .where('id', '=', ref.playerId)
      .forUpdate()
      .executeTakeFirst();
    if (player === undefined) return null;
    // Some may have been processed while their locks were awaited.
    const unprocessed = await findUnprocessed(core, tx, ref);
    const areLocked = unprocessed.every((id) => notifications.has(id));
    if (areLocked && (await countSubjects(tx, ref)) === subjects) return { player, unprocessed };
    await sql`rollback to savepoint unlocked`.execute(tx);
  }
}

async function lockNotifications(tx: Tx, { brandId }: PlayerRef, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom('provider_notifications')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** In the order of their locks: a pending act before its subject. */
const subjectTables = ['pending_acts', 'deposits', 'withdrawals'] as const;

/** Locks a player's subjects, and returns their number. */
async function lockSubjects(tx: Tx, { brandId, playerId }: PlayerRef): Promise<number> {
  let count = 0;
  for (const table of subjectTables) {
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    count += rows.length;
  }
  return count;
}

async function countSubjects(tx: Tx, { brandId, playerId }: PlayerRef): Promise<number> {
  let count = 0;
  for (const table of subjectTables) {
    const row = await tx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('brand_id', '=', brandId)
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow();
    count += Number(row.count);
  }
  return count;
}
