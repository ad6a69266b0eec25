import type { Decimal } from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { loadTurnover } from '../../players/player-turnover.ts';
import { openRefundStatuses } from '../states/refund.machine.ts';

/** What of a player's sweep coins is unplayed, or goes back with the money of its package. */
export interface UnplayedCoins {
  unplayed: Decimal;
  /** The sum of bets that plays them. */
  missingPlay: Decimal;
  /** The coins of packages whose refund the provider was asked for. */
  refunding: Decimal;
}

/**
 * A player's grants of sweep coins, with the sum of all bets `until` which each is played. They are
 * played one after the other, the oldest first; a bet before a grant plays nothing of it, and one that
 * played coins that were taken back plays no others.
 */
const inTurn = ({ brandId, playerId }: PlayerRef): RawBuilder<unknown> => sql`
  with kept as (
    select id, created_at, deposit_id, sweep, sweep - sweep_taken as coins,
      coalesce(played_before, 0) as before,
      greatest(play_used, required_play * (sweep - sweep_taken) / sweep) as required
    from coin_grants
    where brand_id = ${brandId} and player_id = ${playerId} and status = 'done' and sweep > 0),
  summed as (
    select *, sum(required) over (order by created_at, id) as sum from kept),
  in_turn as (
    select *, sum + max(before - (sum - required)) over (order by created_at, id) as until
    from summed)`;

/** The coins of a grant `g` whose money open refunds send back, rounded up. */
const refunding = sql`(
  select least(g.coins, coalesce(ceil(sum(g.sweep * r.amount / p.amount) * 100) / 100, 0))
  from refunds r join payments p on p.brand_id = r.brand_id and p.id = r.payment_id
  where r.deposit_id = g.deposit_id and p.transfer_id = g.id
    and r.status = any(${openRefundStatuses}))`;

/** Loads a player's coins that have still to be played, rounded up; of a part played, the rest. */
export async function loadUnplayedCoins(db: Db | Tx, player: PlayerRef): Promise<UnplayedCoins> {
  const played = await loadTurnover(db, { ...player, currency: 'QSC' });
  const { rows } = await sql<UnplayedCoins>`
    ${inTurn(player)}
    select ceil(coalesce(sum((coins - refunding)
        * least(required, greatest(0, until - ${played})) / nullif(required, 0)), 0) * 100) / 100
        as unplayed,
      ceil(greatest(0, coalesce(max(until), 0) - ${played}) * 100) / 100 as "missingPlay",
      coalesce(sum(refunding), 0) as refunding
    from (select g.*, ${refunding} as refunding from in_turn g) g`.execute(db);
  return rows[0] ?? { unplayed: '0', missingPlay: '0', refunding: '0' };
}

/** Loads the bets that have played coins of a grant. */
export async function loadPlayUsed(db: Db | Tx, player: PlayerRef, id: string): Promise<Decimal> {
  const played = await loadTurnover(db, { ...player, currency: 'QSC' });
  const { rows } = await sql<{ used: Decimal }>`
    ${inTurn(player)}
    select least(required, greatest(0, ${played} - (until - required))) as used
    from in_turn where id = ${id}`.execute(db);
  return rows[0]?.used ?? '0';
}
