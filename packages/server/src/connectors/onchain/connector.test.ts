import { cryptoAddressSchema } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import type { ReservedAddress } from '../chain-rail.ts';
import type { DepositOrder } from '../connector.ts';
import { factory } from './connector.ts';

/*
 * The shared suite of connectors (conformance.suite.ts) has a provider create deposits and send
 * events. A chain does neither: its nodes are tested beside their clients, and what becomes of
 * payments in money/chains/.
 */

const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const settings = {
  chains: { BITCOIN: { nodes: [{ url: 'http://127.0.0.1:8332' }], xpub: zpub } },
};

function build(part: object = {}) {
  const built = factory.build({ ...settings, ...part });
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  return built.connector;
}

const order = {
  depositId: '0199d1f0-7c00-7000-8000-000000000001',
  reference: 'KS-7Q2M-41XK',
  amount: '5',
  currency: 'USDT',
} as DepositOrder;

const address: ReservedAddress = {
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  target: '0x9858effd232b4033e47d90003d41ec34ecaeda94',
  memo: null,
  blockchain: 'ETHEREUM',
  chainId: 1,
  coin: {
    currency: 'USDT',
    contract: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    shownContract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    decimals: 6,
    dust: '0.01',
  },
  least: '5',
  exact: null,
  reservedAt: new Date('2026-11-23T12:00:00Z'),
};

describe('an order', () => {
  test('of a token shows the address, the contract and the chain', async () => {
    const outcome = await build({ lifetimeHours: 2 }).create({ ...order, address });
    const shown = {
      depositAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      cryptoName: 'USDT',
      minDepositValue: '5',
      blockchain: 'ETHEREUM',
      tokenContract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      chainId: 1,
      created: '2026-11-23T12:00:00.000Z',
      lifetime: 7200,
    };
    expect(outcome).toEqual({
      kind: 'accepted',
      providerReference: order.depositId,
      step: { kind: 'address', address: shown },
    });
    expect(cryptoAddressSchema.parse(shown)).toEqual(shown);
  });

  test('of a coin whose players share an address shows the comment', async () => {
    const reserved: ReservedAddress = {
      ...address,
      address: 'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p',
      memo: '7K2MQ0XT',
      blockchain: 'TON',
      chainId: null,
      coin: { currency: 'TON', contract: null, shownContract: null, decimals: 9, dust: '0.01' },
      least: '1',
    };
    const outcome = await build().create({ ...order, address: reserved });
    expect(outcome).toMatchObject({
      step: {
        address: {
          depositAddress: 'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p',
          memo: '7K2MQ0XT',
          lifetime: 86_400,
        },
      },
    });
    const text = JSON.stringify(outcome);
    expect(text).not.toContain('tokenContract');
    expect(text).not.toContain('chainId');
  });

  test.each([[undefined], [null]])('with the address %s is rejected', async (none) => {
    const outcome = await build().create({ ...order, address: none });
    expect(outcome).toMatchObject({ kind: 'error', error: 'rejected' });
  });
});

test('an address can be paid for ever, and only the watcher reports payments', async () => {
  const deposit = { depositId: order.depositId, providerReference: null };
  const connector = build();
  expect(await connector.cancel(deposit)).toEqual({ kind: 'cannotCancel' });
  expect(await connector.status(deposit)).toEqual({ kind: 'known', events: [] });
  expect(await connector.complete(deposit, { confirmationId: null, fields: {} })).toEqual({
    kind: 'acknowledged',
  });
  const notification = { headers: {}, body: '{}' };
  expect(connector.checkNotification(notification, new Date())).toMatchObject({ kind: 'refused' });
  expect(connector.parseNotification('{}')).toMatchObject({ kind: 'unreadable' });
  expect(connector.payouts).toBeNull();
  expect(connector.refunds).toBeNull();
});

test('the factory moves real money, watches chains and sends the player to no page', () => {
  expect(factory).toMatchObject({ isSimulated: false, usesChains: true });
  const built = factory.build(settings);
  expect(built).toMatchObject({ formOrigins: [], rails: [{ blockchain: 'BITCOIN' }] });
});
