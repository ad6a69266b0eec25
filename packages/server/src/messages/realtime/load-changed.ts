import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../ground/database/connect.ts';
import type { BonusesTable } from '../../ground/database/tables/bonuses.ts';
import type { PlayerBlocksTable } from '../../ground/database/tables/limits.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';

/** The maximum number of changes per player and table: no player waits for more at once. */
const mostOfPlayer = 50;

/** Loads one player's changes since `since`, by the server's clock; the oldest change first. */
export async function loadChangedOfPlayer(
  db: Db,
  { brandId, playerId }: { brandId: string; playerId: string },
  since: Date,
): Promise<(Deposit | Withdrawal)[]> {
  const [deposits, withdrawals] = await Promise.all(
    (['deposits', 'withdrawals'] as const).map((table) =>
      db
        .selectFrom(table)
        .selectAll()
        .where('brand_id', '=', brandId)
        .where('player_id', '=', playerId)
        .where('updated_at', '>', since)
        .orderBy('updated_at', 'desc')
        .limit(mostOfPlayer)
        .execute(),
    ),
  );
  return [deposits, withdrawals].flatMap((changed) => (changed ?? []).reverse());
}

/**
 * Loads changes of several players since `since`, in ms since 1970. Finds them by the transition
 * rows, whose ids (UUIDv7) sort by the clock of the process that wrote them.
 */
export async function loadChangedOfPlayers(
  db: Db,
  playerIds: string[],
  since: number,
): Promise<(Deposit | Withdrawal)[]> {
  const after = firstIdOf(since);
  const isOfPlayers = sql<SqlBool>`player_id = any(${playerIds}::uuid[])`;
  // An array instead of `in`: PostgreSQL would plan a join that scans all deposits.
  const isAmong = (table: 'deposit_transitions' | 'withdrawal_transitions', column: string) =>
    sql<SqlBool>`id = any(array(select ${sql.ref(column)} from ${sql.table(table)} where id > ${after}))`;
  const [deposits, withdrawals] = await Promise.all([
    db
      .selectFrom('deposits')
      .selectAll()
      .where(isAmong('deposit_transitions', 'deposit_id'))
      .where(isOfPlayers)
      .execute(),
    db
      .selectFrom('withdrawals')
      .selectAll()
      .where(isAmong('withdrawal_transitions', 'withdrawal_id'))
      .where(isOfPlayers)
      .execute(),
  ]);
  return [...deposits, ...withdrawals];
}

/** The smallest UUIDv7 of a moment, in ms since 1970. */
const firstIdOf = (msecs: number) => uuidv7({ msecs, seq: 0, random: new Uint8Array(16) });

export type ChangedBonus = Pick<
  Selectable<BonusesTable>,
  'id' | 'brand_id' | 'player_id' | 'status' | 'updated_at'
>;

/** Loads changed bonuses of these players by `updated_at`, as bonuses have no history. */
export function loadChangedBonuses(
  db: Db,
  playerIds: string[],
  since: number,
): Promise<ChangedBonus[]> {
  return db
    .selectFrom('bonuses')
    .select(['id', 'brand_id', 'player_id', 'status', 'updated_at'])
    .where('updated_at', '>', new Date(since))
    .where(sql<SqlBool>`player_id = any(${playerIds}::uuid[])`)
    .execute();
}

export type NewBlock = Pick<Selectable<PlayerBlocksTable>, 'id' | 'brand_id' | 'player_id'>;

/** Loads the blocks of these players that were made since `since`, by their ids (UUIDv7). */
export function loadNewBlocks(db: Db, playerIds: string[], since: number): Promise<NewBlock[]> {
  return db
    .selectFrom('player_blocks')
    .select(['id', 'brand_id', 'player_id'])
    .where('id', '>', firstIdOf(since))
    .where(sql<SqlBool>`player_id = any(${playerIds}::uuid[])`)
    .execute();
}
