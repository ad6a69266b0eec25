import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Brand, type Brands, readBrands } from '../../brands/load-brands.ts';
import { abilitiesOf } from '../../connectors/registry.ts';
import { describeUnknown } from '../../ground/config/parse-settings.ts';
import type { Catalog, CatalogMethod, CatalogProblem, OwnDrawing } from '../catalog-schema.ts';
import { applyOverlays, type Overlaid } from './apply-overlays.ts';
import { checkLabels } from './check-labels.ts';
import { checkPatterns } from './check-patterns.ts';
import { checkRoutes, isRouted } from './check-routes.ts';
import { checkRules } from './check-rules.ts';
import { offerTo } from './offer-to.ts';
import { listVisible, readOverlayFolder, readSharedIcons } from './overlay-file.ts';
import { findStrayLogos, useOwnLogos } from './own-logos.ts';
import { buildCatalog, checkDrawings, readCatalog, type SoundCatalog } from './read-catalog.ts';
import { describeProblem, type Placed, problemAt } from './read-catalog-file.ts';

/** The messages of the widget. */
const localesFolder = path.join(import.meta.dirname, '../../../../../locales');

/** What the brands' files say: the brands, and the catalogue of each by its id. */
export interface Configuration {
  brands: Brands;
  catalogs: ReadonlyMap<string, Catalog>;
}

/**
 * Loads the catalogue at the server's start.
 * @throws Error that lists every problem with its file and field, if the catalogue is invalid.
 */
export async function loadCatalog(folder: string): Promise<SoundCatalog> {
  const read = await readCatalog(folder);
  if (read.kind === 'sound') return read;
  const lines = read.problems.map((problem) => `  ${describeProblem(problem)}`);
  throw new Error(`The catalogue in ${folder} is invalid:\n${lines.join('\n')}`);
}

/**
 * Reads the brands' files and their own catalogues whole: `brands/<product>.json` and
 * `catalogs/<product>/`. A brand or catalogue that is the same as before is the same object.
 * @returns the problems of all files, one line each; with a problem, nothing is to be used. Also
 *   the catalogues with overlays, for the linter.
 */
export async function readConfiguration(
  folder: string,
  environment: NodeJS.ProcessEnv,
  base: SoundCatalog,
  before: Configuration = { brands: new Map(), catalogs: new Map() },
): Promise<Configuration & { problems: string[]; overlaid: Overlaid[] }> {
  const { brands, products, problems } = await readBrands(folder, environment, before.brands);
  // With a brand left out, a route to one of its accounts would seem wrong.
  const others = products.every((product) => brands.has(product)) ? brands : null;
  const found: CatalogProblem[] = [];
  const overlaid: Overlaid[] = [];
  await findStrayFolders(folder, products, found);
  const icons = await readSharedIcons(folder, found);
  const catalogs = new Map<string, Catalog>();
  for (const product of products) {
    const brand = brands.get(product) ?? null;
    const catalog = await readBrandCatalog(
      folder,
      product,
      { base, brand, others, overlaid, icons },
      found,
    );
    const known = before.catalogs.get(product);
    catalogs.set(product, isDeepStrictEqual(known, catalog) && known ? known : catalog);
  }
  // A logo for all brands may be that of a method which only some of them have.
  const methods = [base, ...overlaid].flatMap(({ parts }) => parts.methods);
  found.push(...findStrayLogos('icons', icons, methods));
  // A route of the shared catalogue may be wrong for several brands.
  const lines = [...new Set(found.map(describeProblem))];
  return { brands, catalogs, overlaid, problems: [...problems, ...lines] };
}

async function findStrayFolders(
  folder: string,
  products: readonly string[],
  problems: CatalogProblem[],
): Promise<void> {
  for (const name of await listVisible(folder, 'catalogs', problems)) {
    if (products.includes(name)) continue;
    const message = describeUnknown('brand', name, products);
    problems.push({ file: `catalogs/${name}`, path: '', message });
  }
}

interface BrandCatalogParts {
  base: SoundCatalog;
  /** Null if its own file is wrong. */
  brand: Brand | null;
  /** The brands whose accounts the shared catalogue may name; null if a file is wrong. */
  others: Brands | null;
  /** Gets the catalogue with the overlays, if there are any. */
  overlaid: Overlaid[];
  /** The operator's logos for all brands. */
  icons: ReadonlyMap<string, OwnDrawing>;
}

/**
 * Reads a brand's catalogue: the methods with a route to the brand's accounts, with its overlays.
 */
async function readBrandCatalog(
  configFolder: string,
  product: string,
  { base, brand, others, overlaid, icons }: BrandCatalogParts,
  problems: CatalogProblem[],
): Promise<Catalog> {
  const own: CatalogProblem[] = [];
  const check = (methods: readonly Placed<CatalogMethod>[], owners: Brands | null) =>
    brand === null || owners === null
      ? []
      : methods.flatMap((placed) => checkRoutes(placed, brand, owners));
  const folder = `catalogs/${product}`;
  const { overlays, drawings: ofBrand } = await readOverlayFolder(configFolder, folder, own);
  const drawings = new Map([...icons, ...ofBrand]);
  if (overlays.length === 0 && drawings.size === 0) {
    problems.push(...own, ...check(base.parts.methods, others));
    return offerTo(brand, base.catalog);
  }
  const applied = applyOverlays(base.parts, overlays);
  const { parts, ownMethods, ownGroups } = applied;
  overlaid.push(applied);
  own.push(...applied.problems);
  // With entries left out, these rules would report problems that don't exist.
  if (own.length === 0) own.push(...checkRules(parts, abilitiesOf));
  own.push(...(await checkLabels({ methods: ownMethods, groups: ownGroups }, localesFolder)));
  own.push(...(await checkPatterns(ownMethods)));
  const shared = parts.methods.filter((placed) => !ownMethods.includes(placed));
  own.push(...check(shared, others), ...check(ownMethods, noBrands));
  own.push(...ownMethods.flatMap((placed) => findUnshown(brand, placed)));
  const drawn = { methods: ownMethods, cardSchemes: [], payerBanks: [] };
  own.push(...(await checkDrawings(base.folder, drawn, drawings)));
  const catalog = buildCatalog(parts);
  own.push(...findStrayLogos(`${folder}/icons`, ofBrand, parts.methods));
  if (parts.sweepstake !== null && brand?.wallet.kind === 'http') {
    const message = 'needs balances in Kassa: the wallet over HTTP has no operation for both coins';
    own.push(problemAt(parts.sweepstake, '', message));
  }
  if (parts.sweepstake !== null && brand !== null) {
    const { closedLoop, turnover } = brand.withdrawals;
    const message = 'must not be set: sweep coins were never deposited; their rule is playthrough';
    if (closedLoop !== 'off')
      own.push(problemAt(parts.sweepstake, '', `withdrawals.closedLoop ${message}`));
    if (turnover !== null)
      own.push(problemAt(parts.sweepstake, '', `withdrawals.turnover ${message}`));
  }
  problems.push(...own);
  return { ...offerTo(brand, useOwnLogos(catalog, drawings)), ownDrawings: drawings };
}

/** No other brand's accounts excuse a route of a method that a brand added or changed. */
const noBrands: Brands = new Map();

/** Finds why the brand could never offer a method that it added or changed. */
function findUnshown(brand: Brand | null, placed: Placed<CatalogMethod>): CatalogProblem[] {
  if (brand === null) return [];
  const { connector, routes } = placed.entry;
  if (routes === undefined && !isRouted(placed.entry, brand)) {
    const message = `the brand has no account "${connector}", and the method no routes to others`;
    return [problemAt(placed, 'connector', message)];
  }
  return [];
}
