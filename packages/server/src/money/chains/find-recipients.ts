import type { DepositStatus } from '@kassa/contract';
import { sql } from 'kysely';
import type { ChainTransfer } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import { placeOf, type WatchedChain } from './lease.ts';

/** A player's address, and the newest deposit to it. */
export interface Recipient {
  addressId: string;
  coin: string;
  target: string;
  memo: string;
  playerId: string;
  depositId: string;
  status: DepositStatus;
  paymentMethod: string;
  country: string | null;
  accountCurrency: string;
  ceiling: string | null;
}

/**
 * Finds the players' addresses among the recipients of a range of blocks, by one statement: each
 * recipient is one look into an index, however many addresses are watched.
 * @returns the recipients by `keyOf`
 */
export async function findRecipients(
  { db }: Pick<Core, 'db'>,
  chain: WatchedChain,
  transfers: readonly Pick<ChainTransfer, 'target' | 'memo'>[],
): Promise<Map<string, Recipient>> {
  const sought = new Map(transfers.map((transfer) => [keyOf(transfer), transfer]));
  if (sought.size === 0) return new Map();
  const targets = [...sought.values()].map(({ target }) => target);
  const memos = [...sought.values()].map(({ memo }) => memo ?? '');
  const { brand_id, account, blockchain } = placeOf(chain);
  // PostgreSQL takes each recipient for a player's, and would rather read all addresses than look
  // for thousands of rows. `offset 0` keeps it from joining the tables as a whole.
  const { rows } = await sql<Recipient>`
    select a.id as "addressId", a.coin, a.target, a.memo, a.player_id as "playerId",
      d.id as "depositId", d.status, d.payment_method as "paymentMethod", d.country,
      d.account_currency as "accountCurrency", d.ceiling
    from unnest(${targets}::text[], ${memos}::text[]) as s (target, memo)
    cross join lateral (
      select * from chain_addresses
      where blockchain = ${blockchain} and target = s.target and memo = s.memo
      offset 0) a
    cross join lateral (
      select * from deposits where brand_id = a.brand_id and id = a.deposit_id
      offset 0) d
    where a.brand_id = ${brand_id} and a.account = ${account}`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** The key of a recipient: an address, with its comment where players share one. */
export function keyOf({ target, memo }: { target: string; memo: string | null }): string {
  return memo === null || memo === '' ? target : `${target} ${memo}`;
}
