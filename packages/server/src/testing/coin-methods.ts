import { type CallResponse, type DepositSummary, decodeNextStep } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { CatalogMethod } from '../catalog/catalog-schema.ts';
import type { Core } from '../core/core.ts';
import type { TestServer } from './test-server.ts';

/** The account that the methods are paid at, as tests name it. */
const methodsOf = (account: string): CatalogMethod[] => [
  coinMethod(account, 'bitcoin', { currency: 'BTC', blockchain: 'BITCOIN' }, '0.001', '0.5'),
  coinMethod(account, 'litecoin', { currency: 'LTC', blockchain: 'LITECOIN' }, '0.1', '500'),
  coinMethod(account, 'ethereum', { currency: 'ETH', blockchain: 'ETHEREUM' }, '0.01', '10'),
  coinMethod(account, 'usdt_erc20', { currency: 'USDT', blockchain: 'ETHEREUM' }, '10', '5000'),
  coinMethod(account, 'toncoin', { currency: 'TON', blockchain: 'TON' }, '2', '5000'),
];

/** Adds the methods to the brand's catalogue, paid at an account. */
export function addCoinMethods(core: Core, account: string): void {
  const { catalogOf } = core;
  const catalog = catalogOf('kassa');
  const extended = { ...catalog, methods: [...catalog.methods, ...methodsOf(account)] };
  Object.assign(core, {
    catalogOf: (brandId: string) => (brandId === 'kassa' ? extended : catalogOf(brandId)),
  });
}

function coinMethod(
  account: string,
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
  litecoin: { amount: '0.1', currency: 'LTC' },
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
  /** The deposit as the player's list has it. */
  summary: (depositId: string) => Promise<DepositSummary>;
  balance: () => Promise<string>;
}

/** Creates a player that no other test uses. */
export async function bringCoinPlayer({ server }: { server: TestServer }): Promise<CoinPlayer> {
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
    summary: async (depositId) =>
      (await server.call('deposit-get', { depositId }, { token })).body.deposit,
    balance: async () =>
      (await server.call('user-get', {}, { token })).body.balanceData.primary.amount,
  };
}
