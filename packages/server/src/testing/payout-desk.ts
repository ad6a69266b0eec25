import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { CatalogMethod } from '../catalog/catalog-schema.ts';
import type { Core } from '../core/core.ts';
import { followChainPayouts } from '../money/provider-events/follow-chain-payouts.ts';
import { followUpWithdrawals } from '../money/provider-events/follow-up-withdrawals.ts';
import { meetPlayer } from './meet-player.ts';
import type { TestServer } from './test-server.ts';

/** Adds a withdrawal method for each coin to the brand's catalogue, paid from an account. */
export function addPayoutMethods(
  core: Core,
  account: string,
  coins: Record<string, NonNullable<CatalogMethod['coin']>>,
): void {
  const { catalogOf } = core;
  const catalog = catalogOf('kassa');
  const methods = Object.entries(coins).map(
    ([name, coin]): CatalogMethod => ({
      name,
      category: 'crypto',
      group: 'crypto',
      countries: '*',
      transaction: 'withdrawal',
      connector: account,
      cardViewType: 0,
      text: { en: name },
      amount_rules: { EUR: { min: '1', max: '50000' } },
      position: 1,
      iconIds: ['card'],
      coin,
      fields: [{ name: 'address', type: 'text' }],
    }),
  );
  const extended = { ...catalog, methods: [...catalog.methods, ...methods] };
  Object.assign(core, {
    catalogOf: (brandId: string) => (brandId === 'kassa' ? extended : catalogOf(brandId)),
  });
}

/** A player with 50 EUR who asks for coins. */
export async function bringPayee(server: TestServer) {
  const player = await meetPlayer(server);
  await player.pay();
  return {
    ...player,
    /** Requests a withdrawal to an address; returns its id. */
    withdraw: async (paymentType: string, address: string, amount = '50') => {
      const order = { amount, currency: 'EUR', paymentType, fields: { address } };
      const key = uuidv7();
      const { status, body } = await server.call('withdrawal-create', order, {
        token: player.token,
        key,
      });
      expect([status, body.error]).toEqual([200, undefined]);
      return body.withdrawalId as string;
    },
    /** The withdrawal as its player sees it. */
    show: async (withdrawalId: string) =>
      (await server.call('withdrawal-status', { withdrawalId }, { token: player.token })).body,
  };
}

/** Runs both jobs that pay on chains, with all that is due by then. */
export async function runPayouts(server: TestServer, aheadMs = 0): Promise<void> {
  await server.later(aheadMs, async () => {
    await followUpWithdrawals(server.core);
    await followChainPayouts(server.core);
  });
}

export const withdrawalRow = (server: TestServer, id: string) =>
  server.core.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const payoutRow = (server: TestServer, id: string) =>
  server.core.db
    .selectFrom('chain_payouts')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .executeTakeFirst();
