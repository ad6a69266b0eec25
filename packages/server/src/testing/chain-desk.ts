import { type Blockchain, type CallResponse, decodeNextStep } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect } from 'vitest';
import type { CatalogMethod } from '../catalog/catalog-schema.ts';
import type { ChainCoin, ChainRail, ChainSource } from '../connectors/chain-rail.ts';
import { factory } from '../connectors/onchain/connector.ts';
import { watchChains } from '../money/chains/watch-chains.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { StandInChain, type StandInNode } from './stand-in-chain.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const account = 'chains';

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
  const built = factory.build({});
  if ('problems' in built) throw new Error('The connector refuses its settings');
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
  const { catalogOf } = core;
  const catalog = catalogOf('kassa');
  const extended = { ...catalog, methods: [...catalog.methods, ...methods] };
  Object.assign(core, {
    catalogOf: (brandId: string) => (brandId === 'kassa' ? extended : catalogOf(brandId)),
  });
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
    sources,
    coins: new Map(coins.map((each) => [each.currency, each])),
    keyId: 'key-1',
    derive: (index) => ({
      address: `${blockchain.toLowerCase()}Address${index}`,
      target: `${blockchain} ${index}`,
      memo: null,
    }),
    stallMs: 3600_000,
    planSweep: async () => ({ kind: 'none', detail: 'a stand-in' }),
  };
}

const methods: CatalogMethod[] = [
  coinMethod('bitcoin', { currency: 'BTC', blockchain: 'BITCOIN' }, '0.001', '0.5'),
  coinMethod('ethereum', { currency: 'ETH', blockchain: 'ETHEREUM' }, '0.01', '10'),
  coinMethod('usdt_erc20', { currency: 'USDT', blockchain: 'ETHEREUM' }, '10', '5000'),
  coinMethod('toncoin', { currency: 'TON', blockchain: 'TON' }, '2', '5000'),
];

function coinMethod(
  name: string,
  coin: NonNullable<CatalogMethod['coin']>,
  min: string,
  max: string,
): CatalogMethod {
  return {
    name,
    category: 'crypto',
    group: 'crypto',
    countries: '*',
    transaction: 'deposit',
    connector: account,
    cardViewType: 0,
    text: { en: name },
    amount_rules: { EUR: { min: '10', max: '50000' }, [coin.currency]: { min, max } },
    position: 1,
    iconIds: ['card'],
    coin,
    hasOpenAmount: true,
  };
}

const orders: Record<string, { amount: string; currency: string }> = {
  bitcoin: { amount: '0.001', currency: 'BTC' },
  ethereum: { amount: '0.01', currency: 'ETH' },
  usdt_erc20: { amount: '10', currency: 'USDT' },
  toncoin: { amount: '2', currency: 'TON' },
};

/** A player with an address. */
export interface CoinPlayer {
  token: string;
  /** Creates a deposit; returns its id and what blocks are searched for. */
  ask: (
    method?: string,
  ) => Promise<{ depositId: string; target: string; memo: string | null; address: string }>;
  status: (depositId: string) => Promise<CallResponse<'deposit-status'>>;
  balance: () => Promise<string>;
}

/** Creates a player that no other test uses. */
export async function bringCoinPlayer({ server }: ChainDesk): Promise<CoinPlayer> {
  const token = await server.token({ playerId: `player-${uuidv7()}` });
  return {
    token,
    ask: async (method = 'bitcoin') => {
      const order = { ...orders[method], paymentType: method };
      const { status, body } = await server.call('deposit-create', order, { token });
      expect([status, body.error]).toEqual([200, undefined]);
      const { next } = decodeNextStep(body);
      if (next.kind !== 'address') throw new Error(`The step is ${next.kind}`);
      const row = await server.core.db
        .selectFrom('chain_addresses')
        .select(['target', 'memo'])
        .where('deposit_id', '=', body.depositId)
        .executeTakeFirstOrThrow();
      const { depositAddress: address } = next.address;
      return { depositId: body.depositId, ...row, memo: row.memo || null, address };
    },
    status: async (depositId) =>
      (await server.call('deposit-status', { depositId, paymentMethod: 'bitcoin' }, { token }))
        .body,
    balance: async () =>
      (await server.call('user-get', {}, { token })).body.balanceData.primary.amount,
  };
}
