import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { brandConfigSchema } from '../../brands/brand-config.ts';
import type { Brand } from '../../brands/load-brands.ts';
import type { Catalog, CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Core } from '../../core/core.ts';
import type { Database } from '../../ground/database/schema.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import type { Log } from '../../ground/log.ts';
import { buildResponseCache } from '../../ground/response-cache/response-cache.ts';
import { buildBuiltInWallet } from '../../money/wallet/wallets.ts';
import { buildBreakers } from '../../providers/breakers.ts';
import { buildBrandRates } from '../../providers/rates/brand-rates.ts';
import { buildAccount, buildMethod } from '../build-method.ts';
import type { PayoutMethod } from './acts.ts';
import { buildKillablePool } from './killable-pool.ts';
import type { KillableProcess } from './killable-process.ts';
import { buildSimulatedConnector, type ProviderMood } from './simulated-connector.ts';
import { accountNames, type SimulatedProvider } from './simulated-provider.ts';
import { buildSimulatedWallet, type SimulatedWallet } from './simulated-wallet.ts';

/** The outside of all processes of one world: database, provider, wallet, clock and log. */
export interface Outside {
  brandId: string;
  pool: pg.Pool;
  provider: SimulatedProvider;
  mood: ProviderMood;
  /** Null if balances live in Kassa's own ledger. */
  wallet: SimulatedWallet | null;
  now: () => Date;
  log: Log;
}

const rules = {
  EUR: { min: '1', max: '1000' },
  USD: { min: '1', max: '1000' },
  JPY: { min: '100', max: '100000' },
};

const buildPayoutMethod = (name: PayoutMethod, part: Partial<CatalogMethod> = {}) =>
  buildMethod(name, {
    connector: accountNames[0],
    amount_rules: rules,
    countries: '*',
    transaction: 'withdrawal',
    ...part,
  });

const catalog: Catalog = {
  methods: [
    buildMethod('card', {
      routes: accountNames.map((account) => ({ account })),
      amount_rules: rules,
      countries: '*',
    }),
    buildPayoutMethod('payout'),
    buildPayoutMethod('payout_with_fee', { fee: { percent: '1.5', fixed: { EUR: '0.30' } } }),
    buildPayoutMethod('payout_in_coin', {
      fee: { percent: '0.7' },
      coin: { currency: 'USDT', blockchain: 'TRON' },
    }),
  ],
  groups: [],
  countries: [{ code: 'de', currency: 'EUR' }],
  coinBoxes: [],
  cardSchemes: [],
  cardIssuers: [],
};

/** One vault for all worlds: building one takes longer than most steps. */
const vault = buildVault([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);

/** Builds the core of one server process. */
export function buildWorldCore(outside: Outside, owner: KillableProcess): Core {
  const { brandId, log, now } = outside;
  const brands = new Map([[brandId, buildBrand(outside, owner)]]);
  const pool = buildKillablePool(outside.pool, owner);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const { ratesOf } = buildBrandRates(brands, { log, now });
  const wallet =
    outside.wallet === null ? buildBuiltInWallet(db) : buildSimulatedWallet(outside.wallet, owner);
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
    // The core records events and the test counts them; nothing sends them.
    outbox: { wake: () => {}, settle: async () => {}, stop: async () => {} },
    vault,
    log,
    publicUrl: 'http://localhost',
    now,
  };
}

function buildBrand({ brandId, provider, mood }: Outside, owner: KillableProcess): Brand {
  const accounts = accountNames.map((name) => {
    const connector = buildSimulatedConnector(provider, mood, owner, name);
    return [name, buildAccount(name, { connector, canPayInPart: true })] as const;
  });
  return {
    ...settings,
    id: brandId,
    name: brandId,
    isLive: false,
    accounts: new Map(accounts),
    formOrigins: [],
  };
}

/** A brand's settings, with the defaults of a brand file. */
const settings = brandConfigSchema.parse({
  product: 'world',
  name: 'World',
  mode: 'test',
  token: {
    issuer: 'world',
    audience: 'kassa',
    keys: [{ alg: 'HS256', kid: 'k', secret: 'never used, but long enough for it' }],
  },
  allowedOrigins: ['https://world.example'],
  webhook: { url: 'http://localhost:1', secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='] },
  rates: { kind: 'static', base: 'EUR', table: { USD: '1.0873', JPY: '163.47', USDT: '1.0859' } },
  withdrawals: { approveUpTo: { EUR: '50' } },
  connectors: {},
});
