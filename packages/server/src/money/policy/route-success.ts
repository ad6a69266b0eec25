import { sql } from 'kysely';
import { type RouteSuccess, routesOf } from '../../catalog/plan-routes.ts';
import type { Core, MeasuredArrivals } from '../../core/core.ts';
import { repeatUntil } from '../../ground/repeat-until.ts';
import { type ArrivalCounts, measureArrivals, unmeasured } from './measure-arrivals.ts';

/** How many of the last attempts at an account are measured, by method and country. */
const measuredAttempts = 200;
/** The age in days up to which attempts are measured. */
const measuredDays = 30;
const refreshMs = 30_000;
/** The arrivals of 30 days change slowly, and concern all methods. */
const arrivalsRefreshMs = 10 * 60_000;

/** A process's view of the statistics of routes, which follows the database. */
export interface FollowedSuccess {
  successOf: Core['successOf'];
  arrivalsOf: Core['arrivalsOf'];
  /**
   * Loads the success of routes, and what was measured of methods if that is 10 minutes old. Never
   * rejects: without it routes keep the order of their rules, and methods the catalogue's times.
   */
  refresh: () => Promise<void>;
  /** Loads it now, and then every 30 s. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Builds this process's view of the statistics of routes. It is in memory, so that a deposit and a list
 * wait for no query. The success is that of methods with more than one route, the arrivals are those of
 * all deposit methods.
 */
export function buildRouteSuccess(
  core: Pick<Core, 'db' | 'log' | 'now' | 'brands' | 'catalogOf'>,
): FollowedSuccess {
  let known: ReadonlyMap<string, RouteSuccess> = new Map();
  let arrivals: ReadonlyMap<string, MeasuredArrivals> = new Map();
  let arrivalsAt = Number.NEGATIVE_INFINITY;
  const refresh = async () => {
    try {
      const now = core.now().getTime();
      const since = new Date(now - measuredDays * 24 * 3600_000);
      const routes = listRoutes(core);
      const compared = routes.filter(({ isOnly }) => !isOnly);
      known = compared.length === 0 ? new Map() : await loadSuccess(core, compared, since);
      if (now - arrivalsAt < arrivalsRefreshMs) return;
      const deposits = routes.filter(({ isDeposit }) => isDeposit);
      arrivals = measureArrivals(await loadCounts(core, deposits, since));
      arrivalsAt = now;
    } catch (error) {
      core.log.warn({ error }, 'the statistics of routes could not be loaded; trying again soon');
    }
  };
  const stopping = new AbortController();
  let following = Promise.resolve();
  return {
    successOf: (...names) => known.get(names.join(' ')) ?? null,
    arrivalsOf: (...names) => arrivals.get(names.join(' ')) ?? unmeasured,
    refresh,
    start: async () => {
      await refresh();
      following = repeatUntil(stopping.signal, refreshMs, refresh);
    },
    stop: async () => {
      stopping.abort();
      await following;
    },
  };
}

interface MeasuredRoute {
  brandId: string;
  method: string;
  account: string;
  /** Whether the method has no other route. */
  isOnly: boolean;
  isDeposit: boolean;
}

function listRoutes({ brands, catalogOf }: Pick<Core, 'brands' | 'catalogOf'>): MeasuredRoute[] {
  return [...brands.keys()].flatMap((brandId) =>
    catalogOf(brandId).methods.flatMap((method) => {
      const routes = routesOf(method);
      const isDeposit = method.transaction === 'deposit';
      // Two routes may lead to one account.
      return [...new Set(routes.map(({ account }) => account))].map((account) => ({
        ...{ brandId, method: method.name, account },
        ...{ isDeposit, isOnly: routes.length === 1 },
      }));
    }),
  );
}

/**
 * The rows of routes and, by one read of the primary key each, of their countries; the last row of
 * a route has none.
 */
const withCountries = (routes: readonly MeasuredRoute[]) => sql`
    routes (brand_id, payment_method, account) as (
      select * from unnest(
        ${routes.map(({ brandId }) => brandId)}::text[],
        ${routes.map(({ method }) => method)}::text[],
        ${routes.map(({ account }) => account)}::text[])
    ), countries as (
      select r.*, (
        select min(s.country) from route_statistics s
        where (s.brand_id, s.payment_method, s.account)
          = (r.brand_id, r.payment_method, r.account)) as country
      from routes r
      union all
      select c.brand_id, c.payment_method, c.account, (
        select min(s.country) from route_statistics s
        where (s.brand_id, s.payment_method, s.account)
          = (c.brand_id, c.payment_method, c.account) and s.country > c.country)
      from countries c where c.country is not null
    )`;

/**
 * Loads the last outcomes of each route by country. Each step of the recursions reads one row by
 * the primary key: first the countries, then the days from the newest back, until there are enough
 * outcomes or the days are too old.
 */
async function loadSuccess(
  { db }: Pick<Core, 'db'>,
  routes: readonly MeasuredRoute[],
  since: Date,
): Promise<Map<string, RouteSuccess>> {
  const { rows } = await sql<MeasuredRoute & { country: string; latest: string }>`
    with recursive ${withCountries(routes)}, days as (
      select c.*, 'infinity'::date as day, '' as latest from countries c
      where c.country is not null
      union all
      select d.brand_id, d.payment_method, d.account, d.country, s.day,
        right(s.latest || d.latest, ${measuredAttempts})
      from days d cross join lateral (
        select s.day, s.latest from route_statistics s
        where (s.brand_id, s.payment_method, s.account, s.country)
          = (d.brand_id, d.payment_method, d.account, d.country) and s.day < d.day
          and s.day >= (${since}::timestamptz at time zone 'UTC')::date
        order by s.day desc limit 1) s
      where length(d.latest) < ${measuredAttempts}
    )
    select distinct on (brand_id, payment_method, account, country)
      brand_id as "brandId", payment_method as method, account, country, latest
    from days where latest <> '' order by brand_id, payment_method, account, country, day`.execute(
    db,
  );
  return new Map(
    rows.map(({ brandId, method, account, country, latest }) => [
      [brandId, method, account, country].join(' '),
      { attempts: latest.length, credits: latest.replaceAll('0', '').length },
    ]),
  );
}

/** Loads the counts of each route by country, from the rows of the days since a moment. */
async function loadCounts(
  { db }: Pick<Core, 'db'>,
  routes: readonly MeasuredRoute[],
  since: Date,
): Promise<ArrivalCounts[]> {
  if (routes.length === 0) return [];
  const ofRoute = sql`(s.brand_id, s.payment_method, s.account, s.country)
        = (c.brand_id, c.payment_method, c.account, c.country)
      and s.day >= (${since}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<ArrivalCounts>`
    with recursive ${withCountries(routes)}
    select c.brand_id as "brandId", c.payment_method as method, c.country, t.attempts, t.credits,
      array(
        select sum(pair.count)::int from route_statistics s
        cross join unnest(s.arrivals) with ordinality as pair (count, n)
        where ${ofRoute} group by pair.n order by pair.n) as arrivals
    from countries c cross join lateral (
      select sum(s.attempts)::int as attempts, sum(s.credits)::int as credits
      from route_statistics s where ${ofRoute}) t
    where c.country is not null and t.attempts > 0`.execute(db);
  return rows;
}
