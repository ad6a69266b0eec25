import { type Kysely, sql } from 'kysely';

/** Indexes for the operator's lists: a brand's newest rows first, with any filter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index deposits_newest on deposits (brand_id, id desc);
create index withdrawals_newest on withdrawals (brand_id, id desc);
create index webhook_events_newest on webhook_events (brand_id, id desc);
create index webhook_events_by_type on webhook_events (brand_id, type, id desc);
create index operator_acts_by_action on operator_acts (brand_id, action, id desc);
`)
    .execute(db);
}
