import { type Kysely, sql } from 'kysely';

/**
 * The reconciliation job processes settlement files and fees in batches with a commit each. A
 * process of the previous release claims runs by `next_step_at` only; runs in phases that it
 * doesn't know therefore have `next_batch_at` instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table reconciliation_runs
  drop constraint reconciliation_runs_phase_check,
  drop constraint reconciliation_runs_check,
  add column next_batch_at timestamptz,
  -- The end of the last batch: a line, a time and an id, or the id of a difference.
  add column cursor text,
  -- The operator who posts the fees, and their reason.
  add column fee_reason text,
  add constraint reconciliation_runs_phase_check check (phase in
    ('deposits', 'withdrawals', 'lines', 'receipts', 'reversals', 'payouts', 'fees', 'over')),
  add constraint reconciliation_runs_check
    check (num_nonnulls(next_step_at, next_batch_at) = (status = 'running')::integer);
create index reconciliation_runs_batch_due on reconciliation_runs (next_batch_at)
  where status = 'running';
create index settlement_fees_of_run on settlement_fees (brand_id, run_id);
create index payments_returned_by_time on payments (brand_id, updated_at, id)
  where returned_reference is not null;
`)
    .execute(db);
}
