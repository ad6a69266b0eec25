import { countReloads } from './brands/config-reloads.ts';
import { type Brand, placeOfAccount } from './brands/load-brands.ts';
import type { Catalog } from './catalog/catalog-schema.ts';
import { type Configuration, readConfiguration } from './catalog/read/load-catalog.ts';
import type { SoundCatalog } from './catalog/read/read-catalog.ts';
import type { Core, Reload, ReloadResult, UnofferedMethod } from './core/core.ts';
import type { Config } from './ground/config/config.ts';
import type { Db } from './ground/database/connect.ts';
import { findMissingKeys } from './ground/encryption/data-keys.ts';
import type { Log } from './ground/log.ts';
import { repeatUntil } from './ground/repeat-until.ts';
import { buildWallets } from './money/wallet/wallets.ts';
import { type BrandRates, buildBrandRates } from './providers/rates/brand-rates.ts';

/** The parts of the core that the brands' files decide on. They are replaced together. */
type FromFiles = Pick<Core, 'brands' | 'catalogOf' | 'ratesOf' | 'walletOf'>;

interface Surroundings {
  db: Db;
  log: Log;
  now: () => Date;
}

/** Where the files are read from. */
export interface Sources {
  config: Config;
  environment: NodeJS.ProcessEnv;
  base: SoundCatalog;
}

export interface BrandParts {
  configuration: Configuration;
  fromFiles: FromFiles;
  rates: BrandRates;
}

/** Builds the parts of the core that the brands' files decide on. */
export function buildBrandParts(
  configuration: Configuration,
  { db, log, now }: Surroundings,
  before?: BrandParts,
): BrandParts {
  const { brands, catalogs } = configuration;
  const rates = buildBrandRates(brands, { log, now }, before?.rates);
  const fromFiles = {
    brands,
    catalogOf: (brandId: string) => catalogs.get(brandId) ?? noCatalog,
    ratesOf: rates.ratesOf,
    walletOf: buildWallets(brands, db, log),
  };
  return { configuration, fromFiles, rates };
}

/** The catalogue of an unknown brand. */
const noCatalog: Catalog = {
  methods: [],
  groups: [],
  countries: [],
  coinBoxes: [],
  cardSchemes: [],
  cardIssuers: [],
};

export interface FollowedConfiguration extends Reload {
  /** Reads the files again in this process only. Never rejects: a problem is logged. */
  reload: () => Promise<void>;
  /** Looks for orders every `lookAgainMs`. */
  start: (lookAgainMs: number) => void;
  stop: () => Promise<void>;
}

/**
 * Reads the brands' files again when told to, checks them whole, and replaces the parts of the core
 * at once. Requests under way keep the parts that they began with (`viewOf`).
 * @param refreshSuccess - loads the success of the core's routes; it never rejects
 */
export function followConfiguration(
  core: Core,
  sources: Sources,
  first: BrandParts,
  refreshSuccess: () => Promise<void>,
): FollowedConfiguration {
  let held = first;
  const read = async (): Promise<Read> => readAgain(sources, held.configuration);
  const take = async (): Promise<ReloadResult> => {
    const { problems, changed, next } = await read();
    if (problems.length > 0) {
      core.log.error({ problems }, "the brands' files are wrong: the earlier settings stay");
      return { problems, changed: [], unoffered: [] };
    }
    const unoffered = listUnoffered(next);
    if (changed.length === 0) {
      core.log.info({ brands: [] }, "the brands' files were read again, and nothing is different");
      return { problems, changed, unoffered };
    }
    const before = held.configuration;
    const parts = buildBrandParts(next, core, held);
    await parts.rates.start();
    held = parts;
    Object.assign(core, parts.fromFiles);
    for (const id of changed) {
      if (before.catalogs.get(id) !== next.catalogs.get(id)) core.publisher.methodsChanged(id);
    }
    core.outbox.wake();
    core.log.info({ brands: changed }, "the brands' files were read again");
    warnOfDebugHooks(core, changed);
    warnOfUnoffered(core, changed);
    await refreshSuccess();
    return { problems, changed, unoffered };
  };
  const orders = followOrders(core, take);
  // One reading at a time; each caller waits for its own.
  let last: Promise<unknown> = Promise.resolve();
  const queue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result;
    return result;
  };
  const stopping = new AbortController();
  let following = Promise.resolve();
  return {
    check: async () => {
      const { problems, changed, next } = await read();
      return { problems, changed, unoffered: listUnoffered(next) };
    },
    follow: () => queue(orders.look),
    takenOrder: orders.takenOrder,
    reload: () => queue(orders.takeNow),
    start: (lookAgainMs) => {
      following = repeatUntil(stopping.signal, lookAgainMs, async () => {
        await queue(orders.look);
      });
    },
    stop: async () => {
      stopping.abort();
      await following;
      await last;
      await held.rates.stop();
    },
  };
}

/** Looks for orders of a reload and takes the files, one call at a time. Nothing here rejects. */
function followOrders(core: Pick<Core, 'db' | 'log'>, take: () => Promise<ReloadResult>) {
  /** The last order that was answered, with or without problems. */
  let seen = 0;
  let taken = 0;
  let answered: ReloadResult = { problems: [], changed: [], unoffered: [] };
  let isAway = false;
  let isFailing = false;
  const countOrders = async () => {
    try {
      const ordered = await countReloads(core.db);
      isAway = false;
      return ordered;
    } catch (error) {
      if (!isAway)
        core.log.warn({ error }, 'orders of a reload could not be looked up; trying again');
      isAway = true;
      return null;
    }
  };
  const takeFor = async (order: number) => {
    try {
      const result = await take();
      isFailing = false;
      if (result.problems.length === 0) taken = order;
      return result;
    } catch (error) {
      // An order is tried again at each look.
      if (!isFailing) core.log.error({ error }, "the brands' files could not be read again");
      isFailing = true;
      return null;
    }
  };
  return {
    /** Returns the result of the last order; null if it or the files couldn't be read now. */
    look: async (): Promise<ReloadResult | null> => {
      const ordered = await countOrders();
      if (ordered === null) return null;
      // The files may have been read before the last order, so the first look reads them again.
      if (ordered === seen) return answered;
      const result = await takeFor(ordered);
      if (result === null) return null;
      seen = ordered;
      answered = result;
      return result;
    },
    /** Takes the files without an order. */
    takeNow: async (): Promise<void> => {
      isFailing = false;
      await takeFor(seen);
    },
    takenOrder: () => taken,
  };
}

/** Names the live brands with debug hooks. */
export function warnOfDebugHooks(
  { brands, log }: Pick<Core, 'brands' | 'log'>,
  brandIds: Iterable<string> = brands.keys(),
): void {
  for (const brandId of brandIds) {
    const { isLive = false, debugHooks = false } = brands.get(brandId) ?? {};
    if (isLive && debugHooks) log.warn({ brandId }, 'debug hooks are on in a live brand');
  }
}

/** Names the methods that aren't offered, as all their accounts are off. */
export function warnOfUnoffered(
  { brands, catalogOf, log }: Pick<Core, 'brands' | 'catalogOf' | 'log'>,
  brandIds: Iterable<string> = brands.keys(),
): void {
  for (const brandId of brandIds) {
    const methods = (catalogOf(brandId).unoffered ?? []).map(({ name }) => name);
    const message = 'these methods are not offered: all their accounts are off';
    if (methods.length > 0) log.warn({ brandId, methods }, message);
  }
}

function listUnoffered({ catalogs }: Configuration): UnofferedMethod[] {
  return [...catalogs].flatMap(([brandId, { unoffered = [] }]) =>
    unoffered.map(({ name }) => ({ brandId, method: name })),
  );
}

interface Read {
  next: Configuration;
  problems: string[];
  /** The brands with other settings or another catalogue. */
  changed: string[];
}

async function readAgain(
  { config, environment, base }: Sources,
  before: Configuration,
): Promise<Read> {
  const next = await readConfiguration(config.configFolder, environment, base, before);
  const missingKeys = findMissingKeys(config, next.brands);
  const problems = [
    ...next.problems,
    ...[...before.brands.values()].flatMap((brand) => findRestarts(brand, next)),
    ...(missingKeys === null ? [] : [missingKeys]),
  ];
  const changed = [...next.catalogs.keys()].filter(
    (id) =>
      before.brands.get(id) !== next.brands.get(id) ||
      before.catalogs.get(id) !== next.catalogs.get(id),
  );
  return { next, problems, changed };
}

/** Finds what only a restart may change, as payments under way depend on it. */
function findRestarts(before: Brand, { brands, catalogs }: Configuration): string[] {
  const file = `${before.id}.json`;
  if (!catalogs.has(before.id))
    return [`${file}: is missing: a brand is removed by a restart only`];
  const next = brands.get(before.id);
  if (next === undefined) return [];
  const accounts = [...before.accounts.values()];
  const lost = accounts.filter(({ name }) => !next.accounts.has(name));
  const moved = accounts.filter(({ name, connectorName }) => {
    const account = next.accounts.get(name);
    return account !== undefined && account.connectorName !== connectorName;
  });
  return [
    ...(next.wallet.kind === before.wallet.kind
      ? []
      : [`${file}: wallet.kind: is changed by a restart only, without operations under way`]),
    ...moved.map(({ name }) => `${file}: accounts.${name}.connector: is changed by a restart only`),
    ...lost.map(({ name }) => {
      const place = placeOfAccount(before, name);
      return `${file}: ${place}: is removed by a restart only; "isOff" ends its new payments`;
    }),
  ];
}
