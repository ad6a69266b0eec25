import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import { arrivalBounds } from '../policy/arrival-times.ts';

const batchSize = 500;

/**
 * Counts the attempts that have ended into the statistics of their routes, each once: a late payment
 * of an attempt that was counted as unpaid adds a credit only, and `latest`, which the order of routes
 * follows, keeps its 0: a route is measured by what players meet at once. A second payment is a
 * credit, too, since its route brought the money. The time of a credit is that from the attempt's begin
 * to its first receipt. An attempt that the operator declined isn't counted,
 * since its account wasn't asked. Any number of processes may run it in parallel. Returns the number of
 * attempts.
 */
export async function countAttempts({ db }: Pick<Core, 'db'>): Promise<number> {
  for (let count = 0; ; ) {
    const batch = await countBatch(db);
    count += batch;
    if (batch < batchSize) return count;
  }
}

/**
 * One statement, so that an attempt is marked with the transaction that counts it. The rows of the
 * statistics are written in the order of their key, so that two batches don't lock each other out.
 * The array keeps PostgreSQL from joining a batch by reading all attempts.
 */
async function countBatch(db: Core['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with due as (
      select deposit_id, number, counted as before,
        error is not distinct from 'operator.declined' as is_operators
      from deposit_attempts
      where outcome is distinct from counted
      order by ended_at limit ${batchSize} for update skip locked),
    taken as (
      update deposit_attempts a set counted = a.outcome from due
      where a.deposit_id = any(array(select deposit_id from due))
        and a.deposit_id = due.deposit_id and a.number = due.number
      returning a.brand_id, a.deposit_id, a.account, a.began_at, a.ended_at,
        (due.before is null or (is_operators and due.before = 'declined'))
          and not (is_operators and a.outcome = 'declined') as is_new,
        a.outcome in ('paid', 'secondPayment') as is_paid,
        coalesce(due.before in ('paid', 'secondPayment'), false) as was_paid),
    counts as (
      select t.brand_id, d.payment_method, t.account, coalesce(d.country, '') as country,
        (t.ended_at at time zone 'UTC')::date as day,
        count(*) filter (where is_new) as attempts,
        count(*) filter (where is_paid and not was_paid) as credits,
        coalesce(string_agg(is_paid::int::text, '' order by t.ended_at, t.deposit_id)
          filter (where is_new), '') as latest,
        array_agg(width_bucket(
            extract(epoch from p.arrived_at - t.began_at)::float8, ${arrivalBounds}::float8[]))
          filter (where p.arrived_at is not null) as classes
      from taken t join deposits d on d.brand_id = t.brand_id and d.id = t.deposit_id
      left join lateral (
        select min(created_at) as arrived_at from payments
        where deposit_id = t.deposit_id and connector = t.account) p on is_paid and not was_paid
      where is_new or (is_paid and not was_paid)
      group by 1, 2, 3, 4, 5),
    written as (
      insert into route_statistics as s
        (brand_id, payment_method, account, country, day, attempts, credits, latest, arrivals)
      select brand_id, payment_method, account, country, day, attempts, credits, right(latest, 200),
        array(select count(c)::int from generate_series(0, ${arrivalBounds.length}) n
          left join unnest(classes) c on c = n group by n order by n)
      from counts order by 1, 2, 3, 4, 5
      on conflict (brand_id, payment_method, account, country, day) do update set
        attempts = s.attempts + excluded.attempts,
        credits = s.credits + excluded.credits,
        latest = right(s.latest || excluded.latest, 200),
        arrivals = array(
          select coalesce(a, 0) + coalesce(b, 0)
          from unnest(s.arrivals, excluded.arrivals) with ordinality as pairs (a, b, n)
          order by n))
    select count(*)::int as count from taken`.execute(db);
  return rows[0]?.count ?? 0;
}
