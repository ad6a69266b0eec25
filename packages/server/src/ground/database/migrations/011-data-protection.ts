import { type Kysely, sql } from 'kysely';

/** The log of acts only grows, except for retention and erasure; and indexes for retention. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [acts, indexes]) await sql.raw(statement).execute(db);
}

const acts = `
create or replace function operator_acts_refuse_change() returns trigger language plpgsql as $$
begin
  -- Set for one transaction by operator/data-protection/erase-from-acts.ts.
  if current_setting('kassa.data_protection', true) = 'on' and tg_op <> 'TRUNCATE' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'the log of acts only grows: % on %', tg_op, tg_table_name
    using errcode = 'integrity_constraint_violation';
end $$;
`;

const indexes = `
create index deposits_with_redirect on deposits (brand_id, id) where redirect is not null;
create index provider_notifications_with_body on provider_notifications (brand_id, id)
  where body <> '';
-- For sealing bodies anew under another key.
create index provider_notifications_by_sealing_key
  on provider_notifications (split_part(body, '.', 2), id) where body like 's1.%';
`;
