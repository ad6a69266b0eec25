import { type Kysely, sql } from 'kysely';

/** What packages need for their playthrough, and for money that comes late or again. Additions only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [grants, deposits, payments, addresses]) {
    await sql.raw(statement).execute(db);
  }
}

const grants = `
alter table coin_grants
  -- The bets in sweep coins at the grant: they play no coins of it. Null: none.
  add column played_before numeric check (played_before >= 0),
  -- The bets that had played coins of it when coins were taken back: they play no others.
  add column play_used numeric not null default 0 check (play_used between 0 and required_play);

-- A package is given again only after it was taken back whole, as after a reorganisation.
drop index coin_grants_of_deposit;
create index coin_grants_of_deposit on coin_grants (deposit_id) where deposit_id is not null;
create unique index coin_grants_once on coin_grants (deposit_id)
  where deposit_id is not null and gold_taken < gold;
`;

const deposits = `
-- How often the player may have the package, as it was at the order; null: any number.
alter table deposits add column box_per_player integer check (box_per_player > 0);
`;

const payments = `
-- When the money was seen, if before the receipt was recorded: the rate of an order holds for it.
alter table payments add column seen_at timestamptz;
`;

const addresses = `
-- Each of a player's open orders of packages has an address of its own.
drop index chain_addresses_of_player;
create index chain_addresses_of_player
  on chain_addresses (brand_id, player_id, account, blockchain, coin, key_id);
`;
