import type { Blockchain } from '@kassa/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ChainCoin } from '../connectors/chain-coin.ts';
import type { ChainRail, ChainSource } from '../connectors/chain-rail.ts';
import { connectorFactories } from '../connectors/registry.ts';
import { watchChains } from '../money/chains/watch-chains.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { addCoinMethods } from './coin-methods.ts';
import { StandInChain, type StandInNode } from './stand-in-chain.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const account = 'chains';

/** The connector is the real one; its chains are replaced by those in memory. */
const anySettings = {
  chains: {
    BITCOIN: {
      network: 'regtest',
      nodes: [{ url: 'http://127.0.0.1:9' }],
      xpub: 'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc',
    },
  },
};

interface ChainDesk {
  server: TestServer;
  /** Bitcoin: outputs and a waiting room. */
  bitcoin: StandInChain;
  bitcoinNode: StandInNode;
  /** A second node of Bitcoin. */
  secondNode: StandInNode;
  /** Ethereum: no waiting room, and the token USDT of six decimals. */
  ethereum: StandInChain;
  /** TON: one address for all players, with comments. */
  ton: StandInChain;
  rates: Record<string, string>;
  logLines: string[];
}

/** The contract of USDT on the stand-in of Ethereum. */
export const usdtContract = '0xdac17f958d2ee523a2206206994597c13d831ec7';

/**
 * Gives the tests of a file a server whose brand takes coins on three chains in memory; `desk` is
 * filled once the hooks have run. The chains have been read before the first test.
 */
export function useChainDesk({ brand = {} }: { brand?: object } = {}) {
  const desk = {} as ChainDesk;
  beforeAll(async () => {
    desk.logLines = [];
    desk.rates = { BTC: '0.00001', USDT: '1.1', ETH: '0.0004', TON: '0.2', USD: '1.1' };
    const rates = { kind: 'static', base: 'EUR', table: desk.rates };
    desk.server = await startTestServer(
      {},
      { brand: { rates, ...brand }, logLines: desk.logLines },
    );
    desk.bitcoin = new StandInChain();
    desk.ethereum = new StandInChain();
    desk.ton = new StandInChain();
    desk.bitcoinNode = desk.bitcoin.node();
    desk.secondNode = desk.bitcoin.node({ host: 'second.example' });
    addChains(desk);
    await watchChains(desk.server.core);
  });
  afterAll(async () => {
    expect(await checkLedger(desk.server.core.db)).toEqual([]);
    await desk.server.stop();
  });
  return desk;
}

function addChains({ server: { core }, ...desk }: ChainDesk): void {
  const built = connectorFactories.get('onchain')?.build(anySettings);
  if (built === undefined || 'problems' in built)
    throw new Error('The connector refuses its settings');
  const bitcoin = buildRail('BITCOIN', [desk.bitcoinNode, desk.secondNode], [coin('BTC', 8)]);
  const ethereum = buildRail(
    'ETHEREUM',
    [desk.ethereum.node({ hasWaitingRoom: false })],
    [coin('ETH', 18), coin('USDT', 6, usdtContract)],
  );
  const ton = buildRail('TON', [desk.ton.node({ hasWaitingRoom: false })], [coin('TON', 9)]);
  const shared = {
    ...ton,
    derive: (index: number) => ({ address: 'UQshared', target: '0:shared', memo: `M${index}` }),
  };
  const rails = new Map([bitcoin, ethereum, shared].map((rail) => [rail.blockchain, rail]));
  const accounts = core.brands.get('kassa')?.accounts as Map<string, object> | undefined;
  accounts?.set(account, {
    name: account,
    connectorName: 'onchain',
    connector: built.connector,
    isOn: true,
    hasPciScope: false,
    canChargeFee: false,
    usesRequisites: false,
    rails,
  });
  addCoinMethods(core, account);
}

function coin(currency: string, decimals: number, contract: string | null = null): ChainCoin {
  return { currency, contract, shownContract: contract, decimals, dust: '0.00002' };
}

function buildRail(
  blockchain: Blockchain,
  sources: readonly ChainSource[],
  coins: readonly ChainCoin[],
): ChainRail {
  return {
    blockchain,
    chainId: blockchain === 'ETHEREUM' ? 1 : null,
    isTest: false,
    sources,
    coins: new Map(coins.map((each) => [each.currency, each])),
    hotWallet: null,
    keyId: 'key-1',
    derive: (index) => ({
      address: `${blockchain.toLowerCase()}Address${index}`,
      target: `${blockchain} ${index}`,
      memo: null,
    }),
    readMemo: null,
    stallMs: 3600_000,
    planSweep: async () => ({ kind: 'none', detail: 'a stand-in' }),
  };
}
