import { type Kysely, sql } from 'kysely';

/** What a withdrawal costs, what arrives, and where; the fees that players pay for withdrawals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [withdrawals, accounts]) await sql.raw(statement).execute(db);
}

// The payout's columns are null in rows of the release before, which pay the amount itself.
const withdrawals = `
alter table withdrawals
  add column fee numeric not null default 0,
  add column payout_amount numeric,
  add column payout_currency text,
  add column rate numeric,
  add column rate_source text,
  -- What was paid in part, in the payout's currency; and the transfer that released the rest.
  add column paid_amount numeric,
  add column rest_id uuid,
  add column destination_masked text,
  add column destination_digest text,
  add column saved_details_id uuid,
  add column is_verified boolean not null default false,
  add column failure_params jsonb,
  add column sends_after timestamptz,
  add column approved_by text;
-- The withdrawals to one destination, and those of a method, of a player.
create index withdrawals_of_destination
  on withdrawals (brand_id, player_id, destination_digest, id)
  where destination_digest is not null;
`;

const accounts = `
alter table ledger_accounts
  drop constraint ledger_accounts_kind,
  add constraint ledger_accounts_kind check (kind in (
    'player', 'held', 'bonus', 'clearing', 'fees', 'receivable', 'rounding', 'exchange',
    'promotions', 'issuance', 'wallet', 'corrections', 'payoutFees')) not valid;
`;
