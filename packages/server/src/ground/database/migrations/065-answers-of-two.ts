import { type Kysely, sql } from 'kysely';

/** Which keys have imported a bank's answer to a file of payouts. Additions only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(imports).execute(db);
}

const imports = `
create table payout_answer_imports (
  brand_id text not null,
  batch_id uuid not null,
  digest text not null,
  key_id uuid not null,
  created_at timestamptz not null,
  primary key (brand_id, batch_id, digest, key_id),
  foreign key (brand_id, batch_id) references payout_batches (brand_id, id)
);
`;
