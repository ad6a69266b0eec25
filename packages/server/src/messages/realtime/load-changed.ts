import { type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../ground/database/connect.ts';
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
  const [deposits, withdrawals] = await Promise.all([
    db
      .selectFrom('deposits')
      .selectAll()
      .where('id', 'in', (query) =>
        query.selectFrom('deposit_transitions').select('deposit_id').where('id', '>', after),
      )
      .where(isTheirs)
      .execute(),
    db
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', 'in', (query) =>
        query.selectFrom('withdrawal_transitions').select('withdrawal_id').where('id', '>', after),
      )
      .where(isTheirs)
      .execute(),
  ]);
  return [...deposits, ...withdrawals];
}
