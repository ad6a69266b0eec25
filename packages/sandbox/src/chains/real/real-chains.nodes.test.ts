import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLitecoin } from '../../../../../scripts/find-litecoin.mjs';
import { skipWithout } from '../../../../../scripts/skip-without.ts';
import {
  makeDataFolder,
  startTestSandbox,
  type TestSandbox,
} from '../../testing/sandbox-client.ts';
import { chainFacts } from '../chain-facts.ts';
import type { NodeDriver } from './node-driver.ts';
import { startRealChains } from './start-real-chains.ts';

const { isSkipped, reason } = skipWithout(findLitecoin().missing);

let sandbox: TestSandbox;
let nodes: NodeDriver[];
beforeAll(async () => {
  const dataFolder = makeDataFolder();
  nodes = await startRealChains(dataFolder);
  sandbox = await startTestSandbox({ dataFolder, chainNodes: nodes, timing: { chainBlockMs: 20 } });
});
afterAll(() => sandbox.close());

/** Presses a button of the page of a chain, and returns the page that follows. */
async function press(chain: string, action: string, fields: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/chains/${chain}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, action }),
  });
  return { status: response.status, page: await response.text() };
}

async function ask(chain: string, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await fetch(`${sandbox.url}/chains/${chain}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null && 'result' in body ? body.result : body;
}

/** The section of the page between two of its titles. */
function partOf(page: string, from: string, to: string): string {
  return page.slice(page.indexOf(`id="${from}"`), page.indexOf(`id="${to}"`));
}
const pendingOf = (page: string) => partOf(page, 'pending-title', 'mine-title');
const blocksOf = (page: string) => page.slice(page.indexOf('id="blocks-title"'));

describe.skipIf(isSkipped)(`the page drives anvil${reason}`, () => {
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const coin = { address, currency: 'ETH', amount: '1.5' };
  const token = { address, currency: 'USDT', amount: '2.25' };

  it('which is read at the address of the simulated chain', async () => {
    expect(await ask('ETHEREUM', 'eth_chainId')).toBe('0x7a69');
    expect(await ask('ETHEREUM', 'web3_clientVersion')).toMatch(/^anvil/);
    const { page } = await press('ETHEREUM', 'mine-one');
    expect(page).toContain('<title>Ethereum (test node: anvil) · Sandbox Pay</title>');
  });

  it.each(chainFacts.ETHEREUM.coins.slice(1))(
    'where $currency has $decimals decimals',
    async (token) => {
      const call = { to: token.contract, data: '0x313ce567' };
      const word = `0x${'6'.padStart(64, '0')}`;
      expect(token.decimals).toBe(6);
      expect(await ask('ETHEREUM', 'eth_call', [call, 'latest'])).toBe(word);
    },
  );

  it('and sends coins and tokens, and mines them', async () => {
    await press('ETHEREUM', 'send', coin);
    const sent = await press('ETHEREUM', 'send', token);
    expect(pendingOf(sent.page)).toContain('<strong>1.5 ETH</strong>');
    expect(pendingOf(sent.page)).toContain('<strong>2.25 USDT</strong>');
    const mined = await press('ETHEREUM', 'mine', { count: '2' });
    expect(pendingOf(mined.page)).toContain('No payment waits.');
    expect(blocksOf(mined.page)).toContain('<strong>2.25 USDT</strong>');
  });

  it.each([
    ['again', 'blocks'],
    ['pending', 'pending'],
    ['never', 'nowhere'],
  ])('and reorganises: payments are %s', async (fate, where) => {
    const amount = { again: '0.125', pending: '0.25', never: '0.5' }[fate] ?? '';
    await press('ETHEREUM', 'send-mine', { ...coin, amount });
    const { page } = await press('ETHEREUM', 'reorganise', { depth: '1', fate });
    const places = [
      pendingOf(page).includes(`${amount} ETH`) && 'pending',
      blocksOf(page).includes(`${amount} ETH`) && 'blocks',
    ].filter(Boolean);
    expect(places.join() || 'nowhere').toBe(where);
  });

  it('and keeps the contracts of the tokens', async () => {
    const { status, page } = await press('ETHEREUM', 'reorganise', { depth: '99', fate: 'never' });
    expect(status).toBe(422);
    expect(page).toMatch(/Only \d+ blocks can be dropped\./);
  });

  it('and mines by itself', async () => {
    await press('ETHEREUM', 'miner-on');
    const before = await ask('ETHEREUM', 'eth_blockNumber');
    await expect.poll(() => ask('ETHEREUM', 'eth_blockNumber')).not.toBe(before);
    await press('ETHEREUM', 'miner-off');
  });
});

describe.skipIf(isSkipped)(`the page drives litecoind${reason}`, () => {
  const payment = {
    address: 'rltc1qcr8te4kr609gcawutmrza0j4xv80jy8z8dz7lc',
    currency: 'LTC',
    amount: '0.125',
  };

  it('which is read at the address of the simulated chain', async () => {
    expect(await ask('LITECOIN', 'getblockchaininfo')).toMatchObject({ chain: 'regtest' });
  });

  it('and sends, replaces and mines', async () => {
    const sent = await press('LITECOIN', 'send', payment);
    expect(pendingOf(sent.page)).toContain('<strong>0.125 LTC</strong>');
    expect(sent.page).not.toContain('replace-back');
    const [, txid = ''] = /name="txid" value="([0-9a-f]{64})"/.exec(sent.page) ?? [];
    const replaced = await press('LITECOIN', 'replace', { txid });
    expect(replaced.status).toBe(200);
    expect(pendingOf(replaced.page)).not.toContain(txid);
    const { page } = await press('LITECOIN', 'mine-one');
    expect(blocksOf(page)).toContain('<strong>0.125 LTC</strong>');
  });

  it.each([
    ['again', true],
    ['pending', false],
  ])('and reorganises: payments are %s', async (fate, isMined) => {
    await press('LITECOIN', 'send-mine', payment);
    const height = await ask('LITECOIN', 'getblockcount');
    const { page } = await press('LITECOIN', 'reorganise', { depth: '1', fate });
    expect(await ask('LITECOIN', 'getblockcount')).toBe(Number(height) + 1);
    expect(pendingOf(page).includes('0.125 LTC')).toBe(!isMined);
    await press('LITECOIN', 'mine-one');
  });

  it('and says why the node refuses', async () => {
    const { status, page } = await press('LITECOIN', 'send', { ...payment, amount: '9999999' });
    expect(status).toBe(422);
    expect(page).toContain('Insufficient funds');
  });
});
