import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../ground/database/connect.ts';
import type { BonusesTable } from '../../ground/database/tables/bonuses.ts';
import type { Deposit, Withdrawal } from '../../ground/database/tables/money.ts';

/** A player hears of this many at most: nobody waits for more at once. */
const mostOfPlayer = 50;

/** What changed of one player's since then, by the server's clock: oldest change first. */
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
 * What changed of any of these players' since then, in milliseconds since 1970. It is found by the
 * histories, whose ids sort by when they were made: by each machine's own clock.
 */
export async function loadChangedOfPlayers(
  db: Db,
  playerIds: string[],
  since: number,
): Promise<(Deposit | Withdrawal)[]> {
  const after = uuidv7({ msecs: since, seq: 0, random: new Uint8Array(16) });
  const isTheirs = sql<SqlBool>`player_id = any(${playerIds}::uuid[])`;
  // An array, and not `in`: a join is planned as a look through all deposits there are.
  const isAmong = (table: 'deposit_transitions' | 'withdrawal_transitions', column: string) =>
    sql<SqlBool>`id = any(array(select ${sql.ref(column)} from ${sql.table(table)} where id > ${after}))`;
  const [deposits, withdrawals] = await Promise.all([
    db
      .selectFrom('deposits')
      .selectAll()
      .where(isAmong('deposit_transitions', 'deposit_id'))
      .where(isTheirs)
      .execute(),
    db
      .selectFrom('withdrawals')
      .selectAll()
      .where(isAmong('withdrawal_transitions', 'withdrawal_id'))
      .where(isTheirs)
      .execute(),
  ]);
  return [...deposits, ...withdrawals];
}

export type ChangedBonus = Pick<
  Selectable<BonusesTable>,
  'id' | 'brand_id' | 'player_id' | 'status' | 'updated_at'
>;

/** The same of their bonuses, which have no history, by when they changed. */
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
