import { chainAccount } from '@kassa/server/testing';
import { sql } from 'kysely';
import type { Db } from '../deposits/wait-for-credited.ts';

/** The seconds between two addresses: a million are half a year. */
const secondsBetween = 16;
/** The addresses with lower numbers all wait for money. */
const firstOpen = 1000;
/** Of the others, one in so many. */
const openEach = 50;
/** Below the generated chain. */
const paidBelow = 900_000;

/** The number of an address that waits for money, of the first `size`: another one for each `nth`. */
export function pickOpen(size: number, nth: number): number {
  const step = size > firstOpen ? openEach : 1;
  // A prime: the numbers are spread over all of them.
  return step * ((nth * 7919) % (size / step));
}

/**
 * Adds players until there are `to`, each with an address and a deposit to it. Most deposits were
 * paid; the others wait for money.
 */
export async function fillAddresses(db: Db, from: number, to: number): Promise<void> {
  await db.connection().execute(async (own) => {
    // Skips triggers and foreign keys, which are slow for many rows.
    await sql`set session_replication_role = replica`.execute(own);
    await sql`set synchronous_commit = off`.execute(own);
    for (const statement of steps) await sql.raw(statement(from, to)).execute(own);
    await sql`reset session_replication_role`.execute(own);
    await sql`reset synchronous_commit`.execute(own);
  });
  await sql`vacuum analyze`.execute(db);
  // Otherwise PostgreSQL writes the new rows to the disk while blocks are measured.
  await sql`checkpoint`.execute(db);
}

const steps: ((from: number, to: number) => string)[] = [
  (from, to) => `
    create temp table filled as
    select n, t.at, uuidv7(t.at - now()) as id, uuidv7(t.at - now()) as player_id,
      uuidv7(t.at - now()) as address_id, uuidv7(t.at - now()) as payment_id,
      n < ${firstOpen} or n % ${openEach} = 0 as is_open,
      '0014' || left(encode(sha256(n::text::bytea), 'hex'), 40) as target,
      encode(sha256(('transaction ' || n)::bytea), 'hex') as txid
    from generate_series(${from}, ${to - 1}) as n
    cross join lateral (
      select now() - make_interval(secs => (2000000 - n) * ${secondsBetween}) as at) as t`,
  () => `
    insert into players (id, brand_id, external_id)
    select player_id, 'kassa', 'coins-' || n from filled`,
  () => `
    insert into deposits (id, brand_id, player_id, reference, payment_method, connector, status,
      amount, currency, account_amount, account_currency, credited_amount, country, return_url,
      provider_reference, expires_at, created_at, updated_at, chain_address_id)
    select id, 'kassa', player_id, 'KC-' || upper(lpad(to_hex(n), 8, '0')), 'bitcoin',
      '${chainAccount}', case when is_open then 'awaitingPlayer' else 'processed' end, 0.001, 'BTC',
      100, 'EUR', case when is_open then 0 else 100 end, 'de',
      'http://localhost/kassa/form?returned=1', id::text,
      case when is_open then now() else at end + interval '1 day', at, at, address_id
    from filled`,
  () => `
    insert into deposit_attempts (brand_id, deposit_id, number, account, outcome, began_at, ended_at,
      counted)
    select 'kassa', id, 1, '${chainAccount}', case when is_open then null else 'paid' end, at,
      case when is_open then null else at + interval '1 hour' end,
      case when is_open then null else 'paid' end
    from filled`,
  () => `
    insert into chain_addresses (id, brand_id, account, blockchain, coin, player_id, key_id, index,
      address, target, memo, deposit_id, created_at)
    select address_id, 'kassa', '${chainAccount}', 'BITCOIN', 'BTC', player_id, 'measured', n,
      'bc1q' || right(target, 38), target, '', id, at
    from filled`,
  () => `
    insert into payments (id, brand_id, deposit_id, connector, provider_payment_id, amount, currency,
      status, processed_amount, processed_currency, rate, rate_source, evidence, transfer_id, created_at)
    select payment_id, 'kassa', id, '${chainAccount}', txid || ':0', 0.001, 'BTC', 'credited', 100,
      'EUR', 100000, 'static', 'block', payment_id, at + interval '1 hour'
    from filled where not is_open`,
  () => `
    insert into chain_payments (id, brand_id, account, blockchain, txid, index, content, address_id,
      player_id, deposit_id, coin, amount, height, block_hash, rate, rate_source, account_currency, status,
      receipt_reference, spent_by, spent_at, seen_at, settled_at)
    select payment_id, 'kassa', '${chainAccount}', 'BITCOIN', txid, '0', left(txid, 16), address_id, player_id, id,
      'BTC', 0.001, ${paidBelow} - 1000000 / 40 + n / 40, txid, 100000, 'static', 'EUR', 'settled',
      txid || ':0', case when n % 2 = 0 then txid end,
      case when n % 2 = 0 then ${paidBelow} - 1000000 / 40 + n / 40 end, at, at + interval '1 hour'
    from filled where not is_open`,
  () => 'drop table filled',
];
