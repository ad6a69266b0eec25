import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Litecoind, startLitecoind } from '@kassa/sandbox';
import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, expect, test as testAnywhere } from 'vitest';
import { findLitecoin } from '../../../../../scripts/find-litecoin.mjs';
import { skipWithout } from '../../../../../scripts/skip-without.ts';
import {
  addPayoutMethods,
  bringPayee,
  payoutRow,
  runPayouts,
  withdrawalRow,
} from '../../testing/payout-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { writeKeystore } from '../../testing/write-keystore.ts';
import { checkLedger } from '../ledger/check-ledger.ts';

/** The key of a published test vector (BIP-84): everybody has its private key. */
const testKey =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';

const required = 5;
const minuteMs = 60_000;
const network = { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef };
const newAddress = (key = randomPrivateKeyBytes()) => p2wpkh(pubECDSA(key), network).address ?? '';

const litecoin = skipWithout(findLitecoin().missing);
const test = testAnywhere.skipIf(litecoin.isSkipped);

let node: Litecoind;
let server: TestServer;
let folder: string;
const secretKey = randomPrivateKeyBytes();
const wallet = newAddress(secretKey);

beforeAll(async () => {
  node = await startLitecoind();
  const { url, user, password } = node;
  await node.watch(wallet);
  for (const amount of ['0.4', '0.3', '5']) await node.send(wallet, amount);
  await node.mine(1);
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-payouts-'));
  const file = path.join(folder, 'wallet.json');
  await writeFile(file, writeKeystore(secretKey, 'a password'));
  const settings = {
    chains: {
      LITECOIN: {
        network: 'regtest',
        nodes: [{ url, user, password }],
        xpub: testKey,
        payouts: {
          address: wallet,
          wallet: 'payouts',
          signer: { kind: 'keystore', file, password: 'a password' },
          feeCap: '0.01',
          stuckMinutes: 30,
        },
      },
    },
  };
  const rates = { kind: 'static', base: 'EUR', table: { LTC: '0.01' } };
  const accounts = { real: { connector: 'onchain', settings } };
  const withdrawals = { approveUpTo: { EUR: '50' } };
  server = await startTestServer({}, { brand: { accounts, rates, withdrawals } });
  addPayoutMethods(server.core, 'real', {
    ltc_out: { currency: 'LTC', blockchain: 'LITECOIN' },
  });
}, 120_000);

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
  await node.stop();
  await rm(folder, { recursive: true });
});

async function signedFor(withdrawalId: string) {
  const rows = await server.core.db
    .selectFrom('chain_payout_transactions')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('number')
    .execute();
  return rows.map(({ txid }) => txid);
}

test(`several payouts arrive, each from outputs of its own, and complete their withdrawals${litecoin.reason}`, async () => {
  const player = await bringPayee(server);
  const addresses = [newAddress(), newAddress()];
  const ids = [];
  for (const address of addresses) ids.push(await player.withdraw('ltc_out', address, '20'));
  await runPayouts(server);
  await runPayouts(server, 6000);
  await node.mine(required);
  await runPayouts(server, 12_000);
  for (const id of ids) {
    expect(await player.show(id)).toMatchObject({ status: 'PAID', transaction: { required } });
    const { provider_reference } = await withdrawalRow(server, id);
    const raw = await node.rpc('getrawtransaction', [
      provider_reference,
      true,
      (await payoutRow(server, id))?.block_hash,
    ]);
    expect(raw).toMatchObject({ vout: [{ value: 0.2 }, {}] });
  }
  expect(await player.balance()).toBe(10);
});

test(`a transaction that is stuck is replaced with the same outputs, for a higher fee${litecoin.reason}`, async () => {
  const player = await bringPayee(server);
  const id = await player.withdraw('ltc_out', newAddress(), '50');
  await runPayouts(server);
  const [first] = await signedFor(id);
  await runPayouts(server, 31 * minuteMs);
  const both = await signedFor(id);
  expect(both).toHaveLength(2);
  expect(await node.rpc('getrawmempool')).toEqual([both[1]]);
  expect(first).not.toBe(both[1]);
  await node.mine(required);
  await runPayouts(server, 32 * minuteMs);
  expect(await player.show(id)).toMatchObject({ status: 'PAID', transaction: { txid: both[1] } });
});

test(`a payout that a restored copy of the database lacks is not paid a second time${litecoin.reason}`, async () => {
  const player = await bringPayee(server);
  const address = newAddress();
  const id = await player.withdraw('ltc_out', address, '30');
  await runPayouts(server);
  const [txid] = await signedFor(id);
  await node.mine(required);
  const { db } = server.core;
  await db.deleteFrom('chain_payouts').where('withdrawal_id', '=', id).execute();
  const before = { status: 'approved', provider_reference: null } as const;
  await db
    .updateTable('withdrawals')
    .set({ ...before, next_check_at: server.core.now() })
    .where('id', '=', id)
    .execute();
  // Another one like it, which was asked for later, is paid.
  const second = await bringPayee(server);
  const later = await second.withdraw('ltc_out', newAddress(), '30');
  await runPayouts(server);
  expect(await withdrawalRow(server, id)).toMatchObject({ status: 'inReview' });
  const { reason } = await db
    .selectFrom('withdrawal_transitions')
    .select('reason')
    .where('withdrawal_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(reason).toBe(`the hot wallet has made this payment in ${txid}, which no payout has`);
  expect(await signedFor(later)).toHaveLength(1);
});
