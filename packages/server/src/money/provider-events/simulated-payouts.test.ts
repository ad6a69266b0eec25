import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Blockchain, blockchains } from '@kassa/contract';
import { p2pkh, p2wpkh } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import { connectorFactories } from '../../connectors/registry.ts';
import { buildAccount } from '../../testing/build-method.ts';
import { addPayoutMethods, bringPayee, payoutRow, runPayouts } from '../../testing/payout-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';

/* The demo's own wallets pay on the simulated chains. */

const config = path.resolve(import.meta.dirname, '../../../../../config');

const bitcoin = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const dogecoin = { ...bitcoin, bech32: '' };

const newKey = () => pubECDSA(randomPrivateKeyBytes());
const newAccount = () => privateKeyToAccount(generatePrivateKey()).address;

const payouts: { currency: string; blockchain: Blockchain; address: () => string }[] = [
  {
    currency: 'BTC',
    blockchain: 'BITCOIN',
    address: () => p2wpkh(newKey(), bitcoin).address ?? '',
  },
  {
    currency: 'DOGE',
    blockchain: 'DOGECOIN',
    address: () => p2pkh(newKey(), dogecoin).address ?? '',
  },
  { currency: 'ETH', blockchain: 'ETHEREUM', address: newAccount },
  { currency: 'USDT', blockchain: 'BINANCE_SMART_CHAIN', address: newAccount },
];

let server: TestServer;

beforeAll(async () => {
  const table = { BTC: '0.00001', DOGE: '6', ETH: '0.0004', USDT: '1.25', LTC: '1', BNB: '1' };
  const rates = { kind: 'static', base: 'EUR', table };
  const withdrawals = { approveUpTo: { EUR: '50' } };
  server = await startTestServer({}, { brand: { rates, withdrawals } });
  const values: Record<string, string> = {
    SANDBOX_URL: server.sandbox.url,
    DEMO_KEYSTORE: path.join(config, 'keystores/demo.json'),
    DEMO_KEYSTORE_PASSWORD: 'kassa-demo',
  };
  const file = readFileSync(path.join(config, 'brands/kassa.json'), 'utf8');
  const text = file.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  addAccount(JSON.parse(text).connectors.onchain);
  addPayoutMethods(
    server.core,
    'demo-chains',
    Object.fromEntries(
      payouts.map(({ currency, blockchain }) => [`${currency}_out`, { currency, blockchain }]),
    ),
  );
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

/** Adds the account of the demo's chains, whose nodes are known only now. */
function addAccount(settings: unknown): void {
  const built = connectorFactories.get('onchain')?.build(settings);
  if (built === undefined || 'problems' in built) throw new Error(JSON.stringify(built));
  const accounts = server.core.brands.get('kassa')?.accounts as Map<string, Account>;
  const rails = new Map((built.rails ?? []).map((rail) => [rail.blockchain, rail]));
  const account = buildAccount('demo-chains', { connector: built.connector, rails });
  accounts.set('demo-chains', account);
}

const press = (blockchain: Blockchain, action: Record<string, string>) =>
  fetch(`${server.sandbox.url}/chains/${blockchain}`, {
    method: 'POST',
    body: new URLSearchParams(action),
    redirect: 'manual',
  });

describe.each(payouts)(
  '$currency on the simulated $blockchain',
  ({ currency, blockchain, address }) => {
    test('is paid, counted and completed', async () => {
      const { confirmations: required } = blockchains[blockchain];
      const player = await bringPayee(server);
      const id = await player.withdraw(`${currency}_out`, address());
      await runPayouts(server);
      expect(await payoutRow(server, id)).toMatchObject({ status: 'signed', problem: null });
      await press(blockchain, { action: 'mine', count: `${required - 1}` });
      await runPayouts(server, 6000);
      const before = { confirmations: required - 1, required };
      expect(await player.show(id)).toMatchObject({ status: 'SENDING', transaction: before });
      await press(blockchain, { action: 'mine', count: '1' });
      await runPayouts(server, 12_000);
      expect(await player.show(id)).toMatchObject({ status: 'PAID' });
    });

    test('is replaced if it waits for long', async () => {
      const player = await bringPayee(server);
      const id = await player.withdraw(`${currency}_out`, address());
      await runPayouts(server);
      await runPayouts(server, 3 * 3600_000);
      const signed = await server.core.db
        .selectFrom('chain_payout_transactions')
        .select('txid')
        .where('withdrawal_id', '=', id)
        .orderBy('number')
        .execute();
      expect(signed).toHaveLength(2);
      await press(blockchain, {
        action: 'mine',
        count: `${blockchains[blockchain].confirmations}`,
      });
      await runPayouts(server, 4 * 3600_000);
      const transaction = { txid: signed[1]?.txid };
      expect(await player.show(id)).toMatchObject({ status: 'PAID', transaction });
    });
  },
);
