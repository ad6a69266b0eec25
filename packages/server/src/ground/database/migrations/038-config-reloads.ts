import { type Kysely, sql } from 'kysely';

/** The order to read the brands' files again, which every process notices (ADR 0023). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table config_reloads (
  -- The only row.
  is_only boolean primary key default true check (is_only),
  -- How often the files were ordered to be read again.
  generation integer not null
);
insert into config_reloads (generation) values (0);
`)
    .execute(db);
}
