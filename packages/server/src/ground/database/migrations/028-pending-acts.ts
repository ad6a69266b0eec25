import { type Kysely, sql } from 'kysely';

/** Acts that wait for the approval of a second key, and what tells whether two keys are one person's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [pendingActs, log, rotations]) await sql.raw(statement).execute(db);
}

const pendingActs = `
create table pending_acts (
  id uuid primary key,
  brand_id text not null,
  -- The name of the endpoint: deposits-confirm.
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- The player that the subject belongs to, if any: erasure finds the act's personal data by it.
  player_id uuid,
  -- The amounts for which a second key is needed.
  money jsonb not null,
  -- The request as it is repeated, and as it may be logged.
  request jsonb not null,
  logged jsonb not null,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  proposed_by text not null,
  proposed_by_key uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null without a decision, and if the decision was part of the player's erasure.
  decided_by text,
  decided_by_key uuid,
  decided_at timestamptz,
  decision_reason text,
  unique (brand_id, id),
  foreign key (brand_id, proposed_by_key) references operator_keys (brand_id, id),
  foreign key (brand_id, decided_by_key) references operator_keys (brand_id, id),
  check ((state in ('pending', 'expired')) = (decided_at is null)),
  check (state <> 'approved' or decided_by_key is distinct from proposed_by_key)
);
-- Two approvals of one act would do it twice.
create unique index pending_acts_once on pending_acts (brand_id, action, subject_kind, subject_id)
  where state = 'pending';
create index pending_acts_by_state on pending_acts (brand_id, state, id);
create index pending_acts_of_player on pending_acts (brand_id, player_id)
  where player_id is not null;
create index pending_acts_expiring on pending_acts (expires_at) where state = 'pending';
`;

// The earlier rows obey the narrower rules from before, so they needn't be read.
const log = `
alter table operator_acts
  drop constraint operator_acts_outcome_check,
  drop constraint operator_acts_check,
  add constraint operator_acts_outcome_check
    check (outcome in ('done', 'proposed', 'refused', 'failed')) not valid,
  add constraint operator_acts_check
    check ((outcome in ('done', 'proposed')) = (error_code is null)) not valid;
`;

const rotations = `
-- The keys that rotated this key, and so have read a secret of it.
alter table operator_keys add column rotated_by_keys uuid[] not null default '{}';
update operator_keys k set rotated_by_keys = a.keys from (
  select brand_id, subject_id::uuid as id, array_agg(distinct key_id) as keys from operator_acts
  where action = 'keys-rotate' and outcome = 'done' and key_id is not null
  group by brand_id, subject_id::uuid
) a where a.brand_id = k.brand_id and a.id = k.id;
`;
