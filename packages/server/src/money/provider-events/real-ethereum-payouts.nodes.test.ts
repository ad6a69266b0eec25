import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Anvil, startAnvil } from '@kassa/sandbox';
import { hex } from '@scure/base';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** The key of a published test vector (BIP-44): everybody has its private key. */
const testKey =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt';

const required = 16;
const minuteMs = 60_000;

let anvil: Anvil;
let server: TestServer;
let folder: string;
const secretKey = generatePrivateKey();
const { address: wallet } = privateKeyToAccount(secretKey);
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;

beforeAll(async () => {
  anvil = await startAnvil();
  await anvil.send({ to: wallet, value: parseEther('10') });
  await anvil.sendToken(wallet, 1_000_000_000n);
  await anvil.mine();
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-payouts-'));
  const file = path.join(folder, 'wallet.json');
  await writeFile(file, writeKeystore(hex.decode(secretKey.slice(2)), 'a password'));
  const settings = {
    chains: {
      ETHEREUM: {
        chainId: anvil.chainId,
        nodes: [{ url: anvil.url }],
        xpub: testKey,
        tokens: { USDT: { contract: anvil.token, decimals: 6 } },
        payouts: {
          address: wallet,
          signer: { kind: 'keystore', file, password: 'a password' },
          feeCap: '0.01',
          stuckMinutes: 10,
        },
      },
    },
  };
  const rates = { kind: 'static', base: 'EUR', table: { ETH: '0.0004', USDT: '1.25' } };
  const accounts = { real: { connector: 'onchain', settings } };
  const withdrawals = { approveUpTo: { EUR: '50' } };
  server = await startTestServer({}, { brand: { accounts, rates, withdrawals } });
  addPayoutMethods(server.core, 'real', {
    eth_out: { currency: 'ETH', blockchain: 'ETHEREUM' },
    usdt_out: { currency: 'USDT', blockchain: 'ETHEREUM' },
  });
}, 120_000);

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
  await anvil.stop();
  await rm(folder, { recursive: true });
});

const balanceOf = async (address: string) =>
  BigInt(String(await anvil.rpc('eth_getBalance', address, 'latest')));
const tokensOf = async (address: string) => {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt(String(await anvil.rpc('eth_call', { to: anvil.token, data }, 'latest')));
};

test('coins and tokens arrive, are counted, and complete their withdrawals at the last confirmation', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const player = await bringPayee(server);
  const coins = await player.withdraw('eth_out', first, '20');
  const tokens = await player.withdraw('usdt_out', second, '30');
  await runPayouts(server);
  await runPayouts(server, 6000);
  expect(await player.show(coins)).toMatchObject({
    status: 'SENDING',
    transaction: { confirmations: 0 },
  });
  await anvil.mine(required - 1);
  await runPayouts(server, 2 * minuteMs);
  for (const id of [coins, tokens]) {
    expect((await player.show(id)).transaction).toMatchObject({
      confirmations: required - 1,
      required,
    });
  }
  await anvil.mine();
  await runPayouts(server, 3 * minuteMs);
  for (const id of [coins, tokens]) {
    expect(await player.show(id)).toMatchObject({
      status: 'PAID',
      transaction: { confirmations: required },
    });
  }
  expect(await balanceOf(first)).toBe(parseEther('0.008'));
  expect(await tokensOf(second)).toBe(37_500_000n);
  expect(await player.balance()).toBe(0);
  const { provider_reference } = await withdrawalRow(server, coins);
  expect(provider_reference).toBe((await payoutRow(server, coins))?.txid);
});

async function pending(withdrawalId: string) {
  const rows = await server.core.db
    .selectFrom('chain_payout_transactions')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('number')
    .execute();
  return rows.map(({ txid }) => txid);
}

test('a transaction that is stuck is replaced at its number, for a higher fee', async () => {
  const address = newAddress();
  const player = await bringPayee(server);
  const id = await player.withdraw('eth_out', address, '50');
  await runPayouts(server);
  const [first] = await pending(id);
  await runPayouts(server, 11 * minuteMs);
  const both = await pending(id);
  expect(both).toHaveLength(2);
  expect(both[0]).toBe(first);
  await anvil.mine(required);
  await runPayouts(server, 12 * minuteMs);
  const shown = await player.show(id);
  expect(shown).toMatchObject({ status: 'PAID', transaction: { txid: both[1] } });
  expect(await balanceOf(address)).toBe(parseEther('0.02'));
  expect((await withdrawalRow(server, id)).provider_reference).toBe(both[1]);
});

test('a transaction that a reorganisation drops is sent again', async () => {
  const address = newAddress();
  const player = await bringPayee(server);
  const id = await player.withdraw('usdt_out', address, '50');
  await runPayouts(server);
  await anvil.mine(3);
  await runPayouts(server, 6000);
  expect((await player.show(id)).transaction.confirmations).toBe(3);
  await anvil.reorganise(3);
  await runPayouts(server, 12_000);
  expect((await player.show(id)).transaction.confirmations).toBe(0);
  await anvil.mine(required);
  await runPayouts(server, 18_000);
  expect(await player.show(id)).toMatchObject({ status: 'PAID' });
  expect(await tokensOf(address)).toBe(62_500_000n);
});

test('a transaction that fails gives the player the money back', async () => {
  const address = newAddress();
  const player = await bringPayee(server);
  const id = await player.withdraw('usdt_out', address, '50');
  await runPayouts(server);
  // The wallet has fewer tokens by the time the transaction is mined, so that the contract refuses.
  const code = await anvil.rpc('eth_getCode', anvil.token, 'latest');
  await anvil.rpc('anvil_setCode', anvil.token, '0xfe');
  await anvil.mine();
  await anvil.rpc('anvil_setCode', anvil.token, code);
  await anvil.mine(required);
  await runPayouts(server, 6000);
  await runPayouts(server, 12_000);
  expect(await player.show(id)).toMatchObject({ status: 'FAILED' });
  expect(await player.balance()).toBe(50);
  expect(await payoutRow(server, id)).toMatchObject({ status: 'failed' });
  const fees = await server.core.db
    .selectFrom('settlement_fees')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .execute();
  expect(fees).toMatchObject([{ currency: 'ETH' }]);
});

test('a number that another transaction of the wallet takes is left to a person', async () => {
  const player = await bringPayee(server);
  const id = await player.withdraw('eth_out', newAddress(), '50');
  await runPayouts(server);
  const nonce = Number((await payoutRow(server, id))?.nonce);
  const [txid] = await pending(id);
  await anvil.rpc('anvil_dropTransaction', txid);
  const foreign = await privateKeyToAccount(secretKey).signTransaction({
    type: 'eip1559',
    chainId: anvil.chainId,
    nonce,
    to: newAddress(),
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 10n,
  });
  await anvil.rpc('eth_sendRawTransaction', foreign);
  await anvil.mine(required);
  await runPayouts(server, 6000);
  expect(await withdrawalRow(server, id)).toMatchObject({ status: 'inReview' });
  expect(await payoutRow(server, id)).toMatchObject({ status: 'displaced' });
  expect(await player.balance()).toBe(0);
});
