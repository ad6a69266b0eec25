import { type Kysely, sql } from 'kysely';

/** Bonuses that operators offer to players, and their outcomes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(bonuses).execute(db);
}

const bonuses = `
create table bonuses (
  -- Also the id of the transfer that accrues it: a bonus is accrued at most once.
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  kind text not null check (kind in ('deposit', 'freespin')),
  title text not null,
  subtitle text,
  currency text not null,
  min_deposit numeric not null check (min_deposit > 0),
  -- For deposit bonuses: the share of the deposit, and the maximum.
  percent numeric check (percent > 0),
  max_bonus_amount numeric check (max_bonus_amount > 0),
  -- For free-spin bonuses.
  spins integer check (spins > 0),
  max_spin_win numeric check (max_spin_win > 0),
  games text[] not null default '{}',
  wager_multiplier numeric check (wager_multiplier >= 0),
  payout_multiplier numeric check (payout_multiplier > 0),
  must_accrue_before timestamptz not null,
  status text not null check (status in ('offered', 'accrued', 'revoked', 'expired')),
  -- The deposit that accrued the bonus, and the accrued amount; free spins bring no money.
  deposit_id uuid,
  accrued_amount numeric check (accrued_amount >= 0),
  -- The id of the transfer that revokes the bonus, set in advance, and the amount that was left to
  -- revoke.
  revoke_id uuid not null,
  revoked_amount numeric check (revoked_amount >= 0),
  actor text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (brand_id, id),
  foreign key (brand_id, player_id) references players (brand_id, id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  check (kind <> 'deposit' or percent is not null),
  check (kind <> 'freespin' or spins is not null),
  check ((deposit_id is null) = (accrued_amount is null)),
  check (status <> 'accrued' or accrued_amount is not null),
  check (status not in ('offered', 'expired') or accrued_amount is null),
  check ((status = 'revoked' and accrued_amount is not null) = (revoked_amount is not null)),
  check (revoked_amount <= accrued_amount)
);
create index bonuses_of_player on bonuses (brand_id, player_id, created_at desc);
alter table deposits add foreign key (brand_id, bonus_id) references bonuses (brand_id, id);

create index bonuses_due on bonuses (must_accrue_before) where status = 'offered';
`;
