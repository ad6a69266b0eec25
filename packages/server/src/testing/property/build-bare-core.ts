import { type BrandConfig, brandConfigSchema } from '../../brands/brand-config.ts';
import type { Brand } from '../../brands/load-brands.ts';
import type { Catalog } from '../../catalog/catalog-schema.ts';
import type { Core } from '../../core/core.ts';
import type { WalletPort } from '../../core/wallet-port.ts';
import type { Db } from '../../ground/database/connect.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import type { Log } from '../../ground/log.ts';
import { buildResponseCache } from '../../ground/response-cache/response-cache.ts';
import { buildBreakers } from '../../providers/breakers.ts';
import { buildBrandRates } from '../../providers/rates/brand-rates.ts';

/** One vault for all worlds: building one takes longer than most steps. */
const vault = buildVault([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);

/** The parts by which the cores of worlds differ. */
export interface CoreParts {
  db: Db;
  /** The only brand. */
  brand: Brand;
  catalog: Catalog;
  wallet: WalletPort;
  log: Log;
  now: () => Date;
}

/** Builds a core without jobs, pushes, and webhooks. */
export function buildBareCore({ db, brand, catalog, wallet, log, now }: CoreParts): Core {
  const brands = new Map([[brand.id, brand]]);
  const { ratesOf } = buildBrandRates(brands, { log, now });
  return {
    db,
    brands,
    catalogOf: () => catalog,
    ratesOf,
    walletOf: () => wallet,
    responseCache: buildResponseCache(),
    drawScreen: async () => null,
    arePayoutsHeld: false,
    breakers: buildBreakers(),
    successOf: () => null,
    arrivalsOf: () => ({ key: '', byMethod: new Map() }),
    revocations: { isRevoked: () => false, refresh: async () => {}, onRevoked: () => {} },
    publisher: {
      depositChanged: () => {},
      withdrawalChanged: () => {},
      userChanged: () => {},
      methodsChanged: () => {},
      blockChanged: () => {},
    },
    reload: {
      check: async () => ({ problems: [], changed: [], unoffered: [] }),
      follow: async () => null,
      takenOrder: () => 0,
    },
    // The core records events and the tests count them; nothing sends them.
    outbox: { wake: () => {}, settle: async () => {}, stop: async () => {} },
    vault,
    log,
    publicUrl: 'http://localhost',
    now,
  };
}

/** Returns a brand's settings, with the defaults of a brand's file where `part` has none. */
export function parseBrandSettings(part: object = {}): BrandConfig {
  return brandConfigSchema.parse({
    product: 'world',
    name: 'World',
    mode: 'test',
    token: {
      issuer: 'world',
      audience: 'kassa',
      keys: [{ alg: 'HS256', kid: 'k', secret: 'never used, but long enough for it' }],
    },
    allowedOrigins: ['https://world.example'],
    webhook: {
      url: 'http://localhost:1',
      secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='],
    },
    connectors: {},
    ...part,
  });
}
