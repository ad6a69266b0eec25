import { type Kysely, sql } from 'kysely';

/**
 * The answer of comparing a receipt's payer with the player, which no later deposit and no retention
 * takes away. Additions only: receipts of the previous release are compared by a job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, unmatched, strangers, uncompared]) {
    await sql.raw(statement).execute(db);
  }
}

const columns = `
alter table payments
  add column payer_match text
    constraint payments_payer_match_known
    check (payer_match in ('unnamed', 'same', 'different', 'unclear', 'unknown')),
  add column payer_digest text,
  add column payer_cleared_at timestamptz;
`;

// Payers who match are in none of these indexes.
const unmatched = `
create index payments_of_unmatched_payer on payments (deposit_id)
  where payer_match in ('different', 'unclear', 'unknown') and payer_cleared_at is null;
`;

const strangers = `
create index payments_of_payer on payments (brand_id, payer_digest)
  where payer_digest is not null;
`;

const uncompared = `
create index payments_not_compared on payments (deposit_id, id)
  where payer_match is null and instrument_sealed is not null;
`;
