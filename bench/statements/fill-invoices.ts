import { sql } from 'kysely';
import type { Db } from '../deposits/wait-for-credited.ts';

/** The different amounts of a requisite's invoices: 50.00 to 59.99 EUR. */
const amountCount = 1000;

/** The amount of a requisite's n-th invoice. */
const amountOf = (nth: string) => sql.raw(`round(50 + (${nth}) % ${amountCount} / 100.0, 2)`);

/**
 * Gives every deposit of the brand that has ended to a requisite, in turns, as one whose invoice was
 * paid by a transfer or ran out, so long ago that no late payment can be for it. Returns their number.
 */
export async function closeInvoices(db: Db, requisiteIds: readonly string[]): Promise<number> {
  const count = requisiteIds.length;
  const closed = sql`
    select d.id, d.brand_id, d.status, d.created_at - interval '2 days' as created_at,
      (${requisiteIds}::uuid[])[1 + n % ${count}::int] as requisite_id, n / ${count}::int as nth
    from (select *, row_number() over (order by id)::int as n from deposits
      where brand_id = 'kassa' and status in ('processed', 'declined', 'canceled', 'autoCanceled')) d`;
  const fill = async (own: Db) => {
    await sql`set session_replication_role = replica`.execute(own);
    await sql`set synchronous_commit = off`.execute(own);
    const { numAffectedRows } = await sql`
      insert into requisite_reservations (deposit_id, brand_id, requisite_id, amount, currency,
        has_reference, day, created_at, freed_at, cooling_until)
      select id, brand_id, requisite_id, ${amountOf('nth')}, 'EUR', false, created_at::date, created_at,
        created_at + interval '10 minutes', created_at + interval '70 minutes' from (${closed}) as c`.execute(
      own,
    );
    await sql`
      insert into bank_transfers (id, brand_id, account, requisite_id, source, bank_reference, amount,
        currency, booked_at, details_sealed, status, deposit_id, created_at)
      select uuidv7(created_at - now()), brand_id, 'own', requisite_id, 'statement', 'old ' || id,
        ${amountOf('nth')}, 'EUR', created_at + interval '5 minutes', 's1.k1.' || repeat('x', 150),
        'matched', id, created_at + interval '5 minutes'
      from (${closed}) as c where status = 'processed'`.execute(own);
    await sql`reset session_replication_role`.execute(own);
    await sql`reset synchronous_commit`.execute(own);
    return Number(numAffectedRows ?? 0);
  };
  const filled = await db.connection().execute(fill);
  if (filled === 0) throw new Error('There is no deposit that has ended.');
  await sql`vacuum analyze`.execute(db);
  return filled;
}

/**
 * Opens invoices: deposits of a player each, all of different amounts within their requisite.
 * Returns the amounts of one requisite.
 */
export async function openInvoices(
  db: Db,
  requisiteIds: readonly string[],
  each: number,
): Promise<string[]> {
  const count = requisiteIds.length;
  await sql`
    create table opened as
    select n, gen_random_uuid() as player_id, uuidv7() as id, ${amountOf(`n / ${count}`)} as amount,
      (${requisiteIds}::uuid[])[1 + n % ${count}::int] as requisite_id, now() as at
    from generate_series(0, ${count * each - 1}::int) as n`.execute(db);
  await sql`
    insert into players (id, brand_id, external_id)
    select player_id, 'kassa', 'open-' || n from opened`.execute(db);
  await sql`
    insert into deposits (id, brand_id, player_id, reference, payment_method, connector, status,
      amount, currency, account_amount, account_currency, credited_amount, country, return_url,
      provider_reference, expires_at, created_at, updated_at, requisite_id)
    select id, 'kassa', player_id, 'KT-' || upper(lpad(to_hex(n), 8, '0')), 'card_international',
      'own', 'awaitingPlayer', amount, 'EUR', amount, 'EUR', 0, 'de',
      'http://localhost/kassa/form?returned=1', id::text, at + interval '3 hours', at, at, requisite_id
    from opened`.execute(db);
  await sql`
    insert into requisite_reservations (deposit_id, brand_id, requisite_id, amount, currency,
      has_reference, day, created_at)
    select id, 'kassa', requisite_id, amount, 'EUR', false, at::date, at from opened`.execute(db);
  const { rows } = await sql<{ amount: string }>`
    select amount::text as amount from opened where requisite_id = ${requisiteIds[0]} order by n
  `.execute(db);
  await sql`drop table opened`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return rows.map(({ amount }) => amount);
}
