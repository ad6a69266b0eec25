import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing/sandbox-client.ts';
import type { ChainDriver } from './chain-driver.ts';
import { renderChain } from './chain-page.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { SimulatedDriver } from './simulated-driver.ts';

const address = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx';
const litecoin = 'rltc1qcr8te4kr609gcawutmrza0j4xv80jy8z8dz7lc';
const payment = { address, currency: 'BTC', amount: '0.00025' };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const open = async (path: string) => {
  const response = await fetch(`${sandbox.url}${path}`);
  return { status: response.status, url: response.url, page: await response.text() };
};

/** Presses a button, and returns the page that follows. */
async function press(action: string, fields: Record<string, string> = {}, chain = 'BITCOIN') {
  const response = await fetch(`${sandbox.url}/chains/${chain}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, action }),
  });
  return { status: response.status, page: await response.text() };
}

it('says that the chain is simulated, and leads to all chains', async () => {
  const { url, page } = await open('/chains?address=abc&amount=2');
  expect(new URL(url).pathname).toBe('/chains/BITCOIN');
  expect(page).toContain('<title>Bitcoin (simulated) · Sandbox Pay</title>');
  expect(page).toContain('name="address" value="abc"');
  expect(page.match(/href="\/chains\/[A-Z_]+"/g)).toHaveLength(8);
  expect((await open('/payments')).page).toContain('href="/chains"');
});

it('sends a payment, and mines it', async () => {
  const sent = await press('send', payment);
  expect(sent.page).toContain('Sent. The payment waits for a block.');
  expect(sent.page).toContain(`name="address" value="${address}"`);
  expect(sent.page).toContain('<strong>0.00025 BTC</strong>');
  expect(sent.page).toContain('value="replace"');
  const mined = await press('mine', { count: '3' });
  expect(mined.page).toContain('Block 103');
  expect(mined.page).toContain('No payment waits.');
  expect((await press('send-mine', payment)).page).toContain('Sent, and in a block.');
});

it('replaces a waiting payment, and reorganises', async () => {
  const { page } = await press('send', payment);
  const [, txid = ''] = /name="txid" value="([0-9a-f]{64})"/.exec(page) ?? [];
  expect((await press('replace-back', { txid })).page).toContain('Replaced.');
  await press('mine-one');
  const moved = await press('reorganise', { depth: '1', fate: 'pending' });
  expect(moved.page).toContain('The newest blocks are others now.');
  expect(moved.page).toContain('value="replace"');
});

it('turns the automatic miner on and off', async () => {
  expect((await press('miner-on')).page).toContain('The automatic miner is on.');
  const { page } = await open('/chains/BITCOIN');
  expect(page).toContain('Turn the automatic miner off');
  expect((await press('miner-off')).page).toContain('Turn the automatic miner on');
});

describe('a chain that mines by itself', () => {
  const start = async (chainRestMs: number) => {
    await sandbox.close();
    sandbox = await startTestSandbox({
      isMinedByItself: true,
      timing: { chainBlockMs: 1, chainRestMs },
    });
  };
  const countBlocks = async () => {
    const response = await fetch(`${sandbox.url}/chains/BITCOIN/rpc`, {
      method: 'POST',
      body: JSON.stringify({ id: 1, method: 'getblockcount', params: [] }),
    });
    return ((await response.json()) as { result: number }).result;
  };

  it('gives a payment its confirmations, and then rests', async () => {
    await start(0);
    await press('send', payment);
    await expect.poll(countBlocks).toBe(125);
    expect((await open('/chains/BITCOIN')).page).toContain('Turn the automatic miner off');
  });

  it('is left to the visitor of its page, unless they turn the miner on', async () => {
    await start(60_000);
    await press('send', payment);
    // The other chain's blocks show that the miner has had its turns.
    await press('miner-on', {}, 'LITECOIN');
    await press('send', { ...payment, address: litecoin, currency: 'LTC' }, 'LITECOIN');
    await expect.poll(async () => (await open('/chains/LITECOIN')).page).toContain('Block 125');
    expect(await countBlocks()).toBe(100);
    await press('miner-on');
    await expect.poll(countBlocks).toBe(125);
  });

  it('stays off once it was turned off', async () => {
    await start(0);
    await press('miner-off');
    await press('send', payment);
    await press('send', { ...payment, address: litecoin, currency: 'LTC' }, 'LITECOIN');
    await expect.poll(async () => (await open('/chains/LITECOIN')).page).toContain('Block 125');
    expect(await countBlocks()).toBe(100);
  });
});

it('says of a simulated chain alone that the miner leaves it to the visitor', async () => {
  const words = 'it leaves the chain to you';
  expect((await open('/chains/LITECOIN')).page).toContain(words);
  const driver = new SimulatedDriver(new SimulatedChain('LITECOIN'), () => undefined);
  const page = renderChain({
    driver: Object.assign(driver as ChainDriver, { node: 'Litecoin Core' }),
    others: [],
    overview: await driver.overview(),
    typed: { address: '', currency: '', amount: '', memo: '' },
    problem: null,
    done: null,
  });
  expect(page).toContain('The automatic miner is');
  expect(page).not.toContain(words);
});

it('offers what the chain has', async () => {
  const ton = await open('/chains/TON');
  expect(ton.page).toContain('name="memo"');
  expect(ton.page).toContain('<option>USDT</option>');
  const bitcoin = await open('/chains/BITCOIN');
  expect(bitcoin.page).not.toContain('name="memo"');
  expect(bitcoin.page).not.toContain('value="fails"');
});

it.each([
  ['send', { ...payment, address: 'x' }, 'This is no address of Bitcoin.'],
  ['send', { ...payment, amount: '0' }, 'Write an amount of BTC such as 0.25'],
  ['send', { ...payment, amount: '0.000000001' }, 'with 8 decimals at most'],
  ['mine', { count: '0' }, 'Write a number of blocks from 1 to 100.'],
  ['reorganise', { depth: '1', fate: 'lost' }, 'Choose what becomes of the payments.'],
  ['reorganise', { depth: '1', fate: 'again' }, 'There is no block to drop yet'],
  ['replace', { txid: 'none' }, 'Only a payment that waits for a block can be replaced.'],
  ['dance', {}, 'Press one of the buttons below.'],
])('%s says what is wrong with %o', async (action, fields, problem) => {
  const { status, page } = await press(action, fields);
  expect(status).toBe(422);
  expect(page).toContain(problem);
});

it('rejects a request from another site’s page', async () => {
  const response = await fetch(`${sandbox.url}/chains/BITCOIN`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ action: 'mine-one' }),
  });
  expect(response.status).toBe(403);
  expect((await open('/chains/BITCOIN')).page).not.toContain('Block 101');
});

it('responds with 404 to an unknown chain', async () => {
  expect((await open('/chains/RIPPLE')).status).toBe(404);
  expect((await press('mine-one', {}, 'RIPPLE')).status).toBe(404);
});
