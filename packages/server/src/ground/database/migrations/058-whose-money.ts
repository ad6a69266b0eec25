import { type Kysely, sql } from 'kysely';

/**
 * What tells whose money arrived in an account of the operator: payers who have paid before, the deposit
 * that a transfer is proposed for, and how many invoices a player leaves unpaid. Additions only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [transfers, payers, invoices]) await sql.raw(statement).execute(db);
}

const transfers = `
alter table bank_transfers
  -- The deposit that a person may accept at once.
  add column proposed_deposit_id uuid,
  -- What told whose money it is.
  add column matched_by text;
create index bank_transfers_since on bank_transfers (brand_id, created_at);
`;

// By a digest of the account or name that the bank has reported; the newest deposit that it has paid.
const payers = `
create table known_payers (
  brand_id text not null,
  player_id uuid not null,
  digest text not null,
  deposit_id uuid not null,
  primary key (brand_id, player_id, digest),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id)
);
create index known_payers_by_digest on known_payers (brand_id, digest);
`;

const invoices = `
-- Null in the rows of earlier releases.
alter table requisite_reservations add column player_id uuid;
create index requisite_reservations_of_player on requisite_reservations (brand_id, player_id)
  where freed_at is null;
-- The amounts that are live or cooling, and can't be given out: few, beside those that may be paid late.
create index requisite_reservations_cooling
  on requisite_reservations (requisite_id, (coalesce(cooling_until, 'infinity')))
  where not has_reference;
-- Grows with each invoice: tells whether one was given since a statement began.
alter table requisites add column given_count bigint not null default 0;
-- The invoices that the player has left unpaid in a row, and when the last one ended.
alter table players
  add column unpaid_invoices integer not null default 0,
  add column unpaid_invoice_at timestamptz;
`;
