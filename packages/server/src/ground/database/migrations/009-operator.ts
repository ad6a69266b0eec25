import { type Kysely, sql } from 'kysely';

/** Keys of the operator API, the log of every act, and the idempotency keys of acts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [keys, acts, requests, search]) await sql.raw(statement).execute(db);
}

const keys = `
create table operator_keys (
  id uuid primary key,
  brand_id text not null,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- SHA-256 of the secret, which has 256 random bits: a slow hash isn't needed.
  secret_hash text not null,
  -- The secret before the last rotation, and until when it is still accepted.
  previous_hash text,
  previous_until timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_by text not null,
  -- The key that created this key; null if a person did, on the server's command line.
  created_by_key uuid,
  created_at timestamptz not null default now(),
  unique (brand_id, id),
  foreign key (brand_id, created_by_key) references operator_keys (brand_id, id),
  check ((previous_hash is null) = (previous_until is null))
);
create index operator_keys_of_brand on operator_keys (brand_id, created_at);
`;

const acts = `
create table operator_acts (
  id uuid primary key,
  brand_id text not null,
  -- Null if a person acted on the server's command line.
  key_id uuid,
  actor text not null,
  action text not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  error_code text,
  -- The player that the act's subject belongs to, if any: erasure finds the act's personal data by
  -- it.
  player_id uuid,
  subject_kind text,
  subject_id text,
  reason text,
  request jsonb not null,
  before jsonb,
  after jsonb,
  -- The request's reference in the logs and in its response.
  request_id text not null,
  -- Not now(): an act that waited for a row lock must sort after the one that held it.
  created_at timestamptz not null default clock_timestamp(),
  foreign key (brand_id, key_id) references operator_keys (brand_id, id),
  check ((outcome = 'done') = (error_code is null))
);
create index operator_acts_of_brand on operator_acts (brand_id, id);
create index operator_acts_of_player on operator_acts (brand_id, player_id)
  where player_id is not null;
create index operator_acts_of_subject on operator_acts (brand_id, subject_kind, subject_id);

create function operator_acts_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log of acts only grows: % on %', tg_op, tg_table_name
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger operator_acts_immutable before update or delete on operator_acts
  for each row execute function operator_acts_refuse_change();
create trigger operator_acts_no_truncate before truncate on operator_acts
  for each statement execute function operator_acts_refuse_change();
`;

const requests = `
create table operator_requests (
  brand_id text not null,
  key_id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  -- The id of the row that the request creates.
  resource_id uuid not null,
  -- The player whose data the response contains.
  player_id uuid,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (brand_id, key_id, idempotency_key),
  foreign key (brand_id, key_id) references operator_keys (brand_id, id)
);
create index operator_requests_of_player on operator_requests (brand_id, player_id)
  where player_id is not null;
create index operator_requests_by_age on operator_requests (created_at);
`;

const search = `
-- The deposits and withdrawals that a notification names, even if it had no effect.
alter table provider_notifications add column subject_ids uuid[] not null default '{}';
create index provider_notifications_of_subject on provider_notifications using gin (subject_ids);
create index deposits_by_status on deposits (brand_id, status, id);
create index withdrawals_by_status on withdrawals (brand_id, status, id);
create index withdrawals_by_provider_reference on withdrawals (brand_id, provider_reference)
  where provider_reference is not null;
`;
