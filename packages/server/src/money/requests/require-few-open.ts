import { CallError } from '@kassa/contract';
import { sql } from 'kysely';
import type { PlayerRef } from '../../players/player-row.ts';

/**
 * How many open deposits a player may have: each is an order at a provider, and is asked about until
 * it ends. No player has so many by honest means.
 */
const mostOpen = 50;

/** Selects how many open deposits a player has, as a column of a statement that reads more. */
export function selectOpenDeposits({ brandId, playerId }: PlayerRef) {
  // The statuses are literals, as those of the index are.
  return sql<number>`(select count(*)::integer from (
    select from deposits d where d.brand_id = ${brandId} and d.player_id = ${playerId}
      and d.status in ('created', 'awaitingPlayer', 'awaitingConfirmation')
    order by d.id limit ${sql.lit(mostOpen)}) as found)`.as('open_deposits');
}

/**
 * Requires that a player has room for another open deposit. The caller has locked the player's row before.
 * @throws CallError deposits.tooMany
 */
export function requireFewOpen({ open_deposits: open }: { open_deposits: number }): void {
  if (open < mostOpen) return;
  const message = 'The player has too many open deposits.';
  throw new CallError('deposits.tooMany', message, { count: String(open) });
}
