import { type Kysely, sql } from 'kysely';

/**
 * The rule by which a withdrawal forfeits a bonus, and when its wagering was done. Earlier bonuses
 * stay sticky: their players were told of no rule, and Kassa can't know how far their wagering is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(rule).execute(db);
}

const rule = `
alter table bonuses
  add column on_withdrawal text not null default 'sticky'
    check (on_withdrawal in ('forfeited', 'sticky')),
  add column wagered_at timestamptz,
  add check (wagered_at is null or accrued_amount is not null);
alter table bonuses alter column on_withdrawal set default 'forfeited';
`;
