import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { useChainDesk } from '../../testing/chain-desk.ts';
import { bringCoinPlayer } from '../../testing/coin-methods.ts';
import { measureChains } from './measure-chains.ts';
import { watchChains } from './watch-chains.ts';

const desk = useChainDesk();

const labels = (blockchain: string) => `brand="kassa",account="chains",blockchain="${blockchain}"`;

async function scrape(): Promise<string> {
  const registry = new Registry();
  measureChains(registry, desk.server.core);
  return registry.metrics();
}

test('a scrape has the height, the lag and the payments of each configured chain', async () => {
  const { core } = desk.server;
  const { target } = await (await bringCoinPlayer(desk)).ask();
  desk.bitcoin.send({ target, units: 1_000_000n });
  desk.bitcoin.mine(2);
  desk.ton.send({ target: '0:shared', units: 3_000_000_000n });
  desk.ton.mine(1);
  await watchChains(core);
  await core.db
    .updateTable('chain_cursors')
    .set({ tip_height: desk.bitcoin.height + 7 })
    .where('blockchain', '=', 'BITCOIN')
    .execute();
  await core.db
    .insertInto('chain_cursors')
    .values({
      brand_id: 'kassa',
      account: 'a former one',
      blockchain: 'TRON',
      height: 5,
      hash: 'a',
    })
    .execute();
  const text = await scrape();
  const lines = text.split('\n');
  for (const line of [
    `kassa_chain_height{${labels('BITCOIN')}} ${desk.bitcoin.height}`,
    `kassa_chain_lag_blocks{${labels('BITCOIN')}} 7`,
    `kassa_chain_lag_blocks{${labels('ETHEREUM')}} 0`,
    `kassa_chain_open_payments{${labels('BITCOIN')}} 1`,
    `kassa_chain_open_payments{${labels('TON')}} 0`,
    `kassa_chain_parked_payments{${labels('TON')}} 1`,
    `kassa_chain_parked_payments{${labels('ETHEREUM')}} 0`,
  ]) {
    expect(lines).toContain(line);
  }
  expect(text).not.toContain('a former one');
  expect(text).not.toMatch(/^kassa_chain_paused\{/m);
});

test('a paused chain is in it with its reason, until it is read again', async () => {
  desk.bitcoinNode.fault = 'syncing';
  desk.secondNode.fault = 'syncing';
  await watchChains(desk.server.core);
  const paused = `kassa_chain_paused{${labels('BITCOIN')},reason="syncing"} 1`;
  expect(await scrape()).toContain(paused);
  desk.bitcoinNode.fault = null;
  desk.secondNode.fault = null;
  await watchChains(desk.server.core);
  expect(await scrape()).not.toContain('reason=');
});

test('the server serves them', async () => {
  const metrics = await (await fetch(`${desk.server.operatorUrl}/metrics`)).text();
  expect(metrics).toContain(`kassa_chain_height{${labels('ETHEREUM')}} ${desk.ethereum.height}`);
});

test('without a database there are no values, and the other metrics still work', async () => {
  const registry = new Registry();
  const { brands } = desk.server.core;
  const db = new Proxy(desk.server.core.db, {
    get: () => () => {
      throw new Error('no database');
    },
  });
  measureChains(registry, { brands, db });
  expect(await registry.metrics()).not.toContain('brand=');
});
