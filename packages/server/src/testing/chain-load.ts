import type { ChainRail, ChainSource, ChainTransfer } from '../connectors/chain-rail.ts';
import { parseConfig } from '../ground/config/config.ts';
import { findRecipients } from '../money/chains/find-recipients.ts';
import { watchChains } from '../money/chains/watch-chains.ts';
import { startServer } from '../start-server.ts';

/** The account that watches the chain; addresses and deposits of a measurement belong to it. */
export const chainAccount = 'chains';

/** A server whose brand watches one chain, for measurements of the watcher. */
export interface ChainLoad {
  /** Does what the recurring job does, once: reads new blocks and credits what is confirmed. */
  read: () => Promise<void>;
  /** Looks for players' addresses among recipients, and does nothing else. Returns their number. */
  find: (transfers: readonly ChainTransfer[]) => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts a server on a database, without its recurring jobs. Its brand `kassa` watches Bitcoin. */
export async function startChainLoad(
  settings: NodeJS.ProcessEnv,
  source: ChainSource,
): Promise<ChainLoad> {
  const config = parseConfig({ OPERATOR_PORT: '0', LOG_LEVEL: 'silent', ...settings });
  const runJobs = async () => ({ stop: async () => {} });
  const { core, stop } = await startServer(config, {}, { runJobs });
  const brand = core.brands.get('kassa');
  const sandbox = brand?.accounts.get('sandbox');
  if (brand === undefined || sandbox === undefined) throw new Error('The brand has no sandbox');
  const rail = buildRail(source);
  // The watcher asks no connector: the sandbox's stands in for it.
  const watching = { ...sandbox, name: chainAccount, rails: new Map([[rail.blockchain, rail]]) };
  const accounts = new Map([...brand.accounts, [chainAccount, watching]]);
  Object.assign(core, { brands: new Map([...core.brands, ['kassa', { ...brand, accounts }]]) });
  const chain = { brandId: 'kassa', account: chainAccount, rail };
  return {
    read: () => watchChains(core),
    find: async (transfers) => (await findRecipients(core, chain, transfers)).size,
    stop,
  };
}

function buildRail(source: ChainSource): ChainRail {
  const coin = { currency: 'BTC', contract: null, shownContract: null, decimals: 8 };
  return {
    blockchain: 'BITCOIN',
    chainId: null,
    isTest: false,
    sources: [source],
    coins: new Map([['BTC', { ...coin, dust: '0.00001' }]]),
    hotWallet: null,
    keyId: 'measured',
    derive: (index) => ({ address: `address ${index}`, target: `target ${index}`, memo: null }),
    readMemo: null,
    stallMs: null,
    planSweep: async () => ({ kind: 'none', detail: 'a measurement collects nothing' }),
  };
}
