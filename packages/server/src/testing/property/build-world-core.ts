import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Brand } from '../../brands/load-brands.ts';
import type { Catalog, CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Core } from '../../core/core.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { Log } from '../../ground/log.ts';
import { buildBuiltInWallet } from '../../money/wallet/wallets.ts';
import { buildAccount, buildMethod } from '../build-method.ts';
import type { PayoutMethod } from './acts.ts';
import { buildBareCore, parseBrandSettings } from './build-bare-core.ts';
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

/** Builds the core of one server process. */
export function buildWorldCore(outside: Outside, owner: KillableProcess): Core {
  const { log, now } = outside;
  const brand = buildBrand(outside, owner);
  const pool = buildKillablePool(outside.pool, owner);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const wallet =
    outside.wallet === null ? buildBuiltInWallet(db) : buildSimulatedWallet(outside.wallet, owner);
  return buildBareCore({ db, brand, catalog, wallet, log, now });
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

const settings = parseBrandSettings({
  rates: { kind: 'static', base: 'EUR', table: { USD: '1.0873', JPY: '163.47', USDT: '1.0859' } },
  withdrawals: { approveUpTo: { EUR: '50' } },
});
