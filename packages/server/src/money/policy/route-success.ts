import { sql } from 'kysely';
import type { RouteSuccess } from '../../catalog/plan-routes.ts';
import type { Core } from '../../core/core.ts';
import { repeatUntil } from '../../ground/repeat-until.ts';

/** How many of the last attempts at an account are measured, by method and country. */
const measuredAttempts = 200;
/** The age in days up to which attempts are measured. */
const measuredDays = 30;
const refreshMs = 30_000;

/** A process's view of the success of routes, which follows the database. */
export interface FollowedSuccess {
  successOf: Core['successOf'];
  /** Loads the success of routes. Never rejects: without it routes keep the order of their rules. */
  refresh: () => Promise<void>;
  /** Loads it now, and then every 30 s. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Builds this process's view of the success of routes. It is in memory, so that a deposit waits for
 * no query. Only methods with more than one route are measured.
 */
export function buildRouteSuccess(
  core: Pick<Core, 'db' | 'log' | 'now' | 'brands' | 'catalogOf'>,
): FollowedSuccess {
  let known: ReadonlyMap<string, RouteSuccess> = new Map();
  const refresh = async () => {
    try {
      const routes = listMeasured(core);
      known = routes.length === 0 ? new Map() : await loadSuccess(core, routes);
    } catch (error) {
      core.log.warn({ error }, 'the success of routes could not be loaded; trying again soon');
    }
  };
  const stopping = new AbortController();
  let following = Promise.resolve();
  return {
    successOf: (...names) => known.get(names.join(' ')) ?? null,
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
}

function listMeasured({ brands, catalogOf }: Pick<Core, 'brands' | 'catalogOf'>): MeasuredRoute[] {
  return [...brands.keys()].flatMap((brandId) =>
    catalogOf(brandId).methods.flatMap(({ name: method, routes = [] }) =>
      routes.length > 1 ? routes.map(({ account }) => ({ brandId, method, account })) : [],
    ),
  );
}

/**
 * Loads the last outcomes of each route by country. Each step of the recursions reads one row by
 * the primary key: first the countries, then the days from the newest back, until there are enough
 * outcomes or the days are too old.
 */
async function loadSuccess(
  { db, now }: Pick<Core, 'db' | 'now'>,
  routes: readonly MeasuredRoute[],
): Promise<Map<string, RouteSuccess>> {
  const since = new Date(now().getTime() - measuredDays * 24 * 3600_000);
  const { rows } = await sql<MeasuredRoute & { country: string; latest: string }>`
    with recursive routes (brand_id, payment_method, account) as (
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
    ), days as (
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
