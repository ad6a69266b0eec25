import { type Kysely, sql } from 'kysely';

/**
 * The player's device and profile of an order, and what a receipt was paid with; both sealed. Rows of
 * a process of the release before have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [orders, receipts]) await sql.raw(statement).execute(db);
}

// One index of each pair is for sealing rows anew, the other for data past its retention.
const orders = `
alter table deposits add column player_data_sealed text;
alter table withdrawals add column player_data_sealed text;
create index deposits_player_data_key on deposits (split_part(player_data_sealed, '.', 2), id)
  where player_data_sealed is not null;
create index deposits_player_data on deposits (brand_id, id) where player_data_sealed is not null;
create index withdrawals_player_data_key
  on withdrawals (split_part(player_data_sealed, '.', 2), id)
  where player_data_sealed is not null;
create index withdrawals_player_data on withdrawals (brand_id, id)
  where player_data_sealed is not null;
`;

const receipts = `
alter table payments
  add column instrument_sealed text,
  -- A keyed digest of the provider's token, by which deposits with one instrument are found.
  add column instrument_digest text;
create index payments_instrument_key on payments (split_part(instrument_sealed, '.', 2), id)
  where instrument_sealed is not null;
create index payments_instrument on payments (brand_id, deposit_id)
  where instrument_sealed is not null;
create index payments_instrument_digest on payments (brand_id, instrument_digest)
  where instrument_digest is not null;
`;
