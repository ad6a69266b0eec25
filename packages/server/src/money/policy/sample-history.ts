import { createHash } from 'node:crypto';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import { connectorFactories } from '../../connectors/registry.ts';
import type { Core } from '../../core/core.ts';
import { arrivalBounds } from './arrival-times.ts';

const dayMs = 24 * 3600_000;
const rowsPerInsert = 1000;

/**
 * Fills the statistics of brands with `sampleHistory` if they have none: simulated attempts of
 * yesterday at simulated accounts. The rows have no last outcomes, so that they change no route.
 */
export async function fillSampleHistory(
  core: Pick<Core, 'db' | 'brands' | 'catalogOf' | 'now' | 'log'>,
): Promise<void> {
  for (const brand of core.brands.values()) {
    if (!brand.sampleHistory || brand.isLive) continue;
    const known = await core.db
      .selectFrom('route_statistics')
      .select('day')
      .where('brand_id', '=', brand.id)
      .limit(1)
      .executeTakeFirst();
    if (known !== undefined) continue;
    const isSimulated = (account: string) => {
      const { connectorName = '' } = brand.accounts.get(account) ?? {};
      return connectorFactories.get(connectorName)?.isSimulated === true;
    };
    const { methods, countries } = core.catalogOf(brand.id);
    const codes = countries.map(({ code }) => code);
    const day = new Date(core.now().getTime() - dayMs).toISOString().slice(0, 10);
    const rows = methods
      .filter(({ transaction }) => transaction === 'deposit')
      .flatMap((method) => simulate(method, codes))
      .filter(({ account }) => isSimulated(account))
      .map((row) => ({ ...row, brand_id: brand.id, day }));
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await core.db
        .insertInto('route_statistics')
        .values(rows.slice(start, start + rowsPerInsert))
        // Another process may start at the same time.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    core.log.info({ brandId: brand.id, rows: rows.length }, 'a simulated history was written');
  }
}

/** Simulates a method's attempts at its first account, by country. The same method gives the same. */
function simulate(method: CatalogMethod, codes: readonly string[]) {
  const { name, countries, usualMinutes = 2 } = method;
  const [first] = routesOf(method);
  if (first === undefined) return [];
  return (countries === '*' ? codes : countries).map((country) => {
    const [one, two, three] = createHash('sha256').update(`${name} ${country}`).digest();
    const attempts = 60 + (one ?? 0);
    // Some are below the share that players are told.
    const credits = Math.floor((attempts * (930 + (two ?? 0) * 0.26)) / 1000);
    const times = spread(credits, usualMinutes * 60 * (0.5 + (three ?? 0) / 512));
    return {
      payment_method: name,
      account: first.account,
      country,
      attempts,
      credits,
      arrivals: times,
    };
  });
}

/** Spreads credits over the class of the usual time and the two beside it. */
function spread(credits: number, usualSeconds: number): number[] {
  const found = arrivalBounds.findIndex((bound) => usualSeconds <= bound);
  const middle = found === -1 ? arrivalBounds.length : found;
  const side = Math.floor(credits / 5);
  const classes = Array.from({ length: arrivalBounds.length + 1 }, () => 0);
  const add = (index: number, count: number) => {
    const place = Math.min(Math.max(index, 0), arrivalBounds.length);
    classes[place] = (classes[place] ?? 0) + count;
  };
  add(middle - 1, side);
  add(middle, credits - 2 * side);
  add(middle + 1, side);
  return classes;
}
