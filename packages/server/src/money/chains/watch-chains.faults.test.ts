import type { Blockchain } from '@kassa/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChainFault } from '../../connectors/chain-rail.ts';
import type { ChainPause } from '../../ground/database/tables/chains.ts';
import { useChainDesk } from '../../testing/chain-desk.ts';
import { bringCoinPlayer } from '../../testing/coin-methods.ts';
import { StandInChain } from '../../testing/stand-in-chain.ts';
import { watchChains } from './watch-chains.ts';

const desk = useChainDesk();
const watch = () => watchChains(desk.server.core);
const units = 1_000_000n;

let player: Awaited<ReturnType<typeof bringCoinPlayer>>;
let ask: Awaited<ReturnType<typeof player.ask>>;
beforeEach(async () => {
  desk.bitcoinNode.fault = null;
  desk.bitcoinNode.follow(desk.bitcoin);
  desk.secondNode.follow(desk.bitcoin);
  desk.bitcoin.waiting = [];
  await watch();
  player = await bringCoinPlayer(desk);
  ask = await player.ask();
});

/** Sends 0.01 BTC, worth 1,000.00 EUR. */
const pay = () => desk.bitcoin.send({ target: ask.target, units });
const chainOf = async () => (await player.status(ask.depositId)).chain;

function cursor(blockchain: Blockchain = 'BITCOIN') {
  return desk.server.core.db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('blockchain', '=', blockchain)
    .executeTakeFirstOrThrow();
}

describe('a reorganisation', () => {
  test('before the last block counts anew, and credits once', async () => {
    pay();
    desk.bitcoin.mine(3);
    await watch();
    desk.bitcoin.undo(3);
    desk.bitcoin.mine(1);
    desk.bitcoin.mine(3);
    await watch();
    expect(await chainOf()).toMatchObject({ confirmations: 4, state: 'confirming' });
    expect(await player.balance()).toBe('0.00');
    desk.bitcoin.mine();
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('after the credit changes nothing if the payment is in a new block', async () => {
    pay();
    desk.bitcoin.mine(5);
    await watch();
    desk.bitcoin.undo(5);
    desk.bitcoin.mine(7);
    await watch();
    desk.bitcoin.mine(10);
    await watch();
    expect(await player.balance()).toBe('1000.00');
    expect(await chainOf()).toMatchObject({ state: 'confirmed' });
  });

  test('takes the credit back once it is certain that the payment is gone', async () => {
    pay();
    desk.bitcoin.mine(5);
    await watch();
    expect(await player.balance()).toBe('1000.00');
    desk.bitcoin.undo(5, { areGone: true });
    desk.bitcoin.mine(4);
    await watch();
    expect(await player.balance()).toBe('1000.00');
    desk.bitcoin.mine(2);
    await watch();
    expect(await player.balance()).toBe('0.00');
    expect(await player.status(ask.depositId)).toMatchObject({
      takenBack: { reversed: '1000.00' },
      chain: { state: 'dropped' },
    });
  });

  test('credits a payment again that was taken back and came after all', async () => {
    const { txid } = pay();
    desk.bitcoin.mine(5);
    await watch();
    desk.bitcoin.undo(5, { areGone: true });
    desk.bitcoin.mine(6);
    await watch();
    expect(await player.balance()).toBe('0.00');
    desk.bitcoin.send({ target: ask.target, units, txid });
    desk.bitcoin.mine(5);
    await watch();
    expect(await player.balance()).toBe('1000.00');
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('is not believed of one node alone when a credit is to be taken back', async () => {
    pay();
    desk.bitcoin.mine(5);
    await watch();
    const fork = new StandInChain(desk.bitcoin.height - 5);
    fork.blocks = [...desk.bitcoin.blocks.slice(0, -5)];
    fork.mine(6);
    desk.bitcoinNode.follow(fork);
    await watch();
    expect(await cursor()).toMatchObject({ paused: 'nodesDisagree' });
    expect(await player.balance()).toBe('1000.00');
    // The second node joins the fork: now it is certain.
    desk.secondNode.follow(fork);
    await watch();
    expect(await player.balance()).toBe('0.00');
    desk.bitcoin.blocks = fork.blocks;
  });

  test('never credits twice what could not be taken back', async () => {
    const { txid } = pay();
    desk.bitcoin.mine(5);
    await watch();
    const { core } = desk.server;
    await core.db
      .updateTable('chain_payments')
      .set({ amount: '99' })
      .where('txid', '=', txid)
      .execute();
    desk.bitcoin.undo(5, { areGone: true });
    desk.bitcoin.mine(6);
    await watch();
    expect(await player.balance()).toBe('1000.00');
    desk.bitcoin.send({ target: ask.target, units, txid });
    desk.bitcoin.mine(6);
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('of a payment that was never credited drops it, unless it still waits', async () => {
    pay();
    desk.bitcoin.mine(2);
    await watch();
    desk.bitcoin.undo(2);
    const [waiting] = desk.bitcoin.waiting.splice(0);
    desk.bitcoin.mine(4);
    if (waiting) desk.bitcoin.waiting.push(waiting);
    await watch();
    expect(await chainOf()).toMatchObject({ state: 'pending' });
    desk.bitcoin.waiting = [];
    desk.bitcoin.mine(5);
    await watch();
    expect(await chainOf()).toMatchObject({ state: 'dropped' });
  });

  test('deeper than what is remembered pauses the chain', async () => {
    const other = new StandInChain(desk.bitcoin.height + 3);
    desk.bitcoinNode.follow(other);
    desk.secondNode.follow(other);
    await watch();
    expect(await cursor()).toMatchObject({ paused: 'deepReorganisation' });
  });
});

describe('a payment in no block', () => {
  test('that the sender replaces is said to be, and the new one counts', async () => {
    const input = { txid: 'funding', index: '0' };
    const { txid } = desk.bitcoin.send({ target: ask.target, units }, [input]);
    await watch();
    expect(await chainOf()).toMatchObject({ txid, state: 'pending' });
    desk.bitcoin.waiting = [];
    const next = desk.bitcoin.send({ target: ask.target, units: units * 2n }, [input]);
    await watch();
    const { chain, transactions } = await player.status(ask.depositId);
    expect(chain).toMatchObject({ txid: next.txid, cryptoAmount: '0.02' });
    expect(transactions).toHaveLength(2);
    expect(transactions?.at(-1)).toMatchObject({ txid, state: 'replaced' });
  });

  test('that vanishes is dropped, and seen again when it comes back', async () => {
    const sent = pay();
    await watch();
    desk.bitcoin.waiting = [];
    await watch();
    expect(await chainOf()).toMatchObject({ state: 'dropped' });
    desk.bitcoin.send(sent);
    desk.bitcoin.mine(5);
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });
});

test('a payment that comes back later has the rate of then', async () => {
  const sent = pay();
  await watch();
  desk.bitcoin.waiting = [];
  await watch();
  const { rates, server } = desk;
  const { ratesOf } = server.core;
  const halved = { rate: async () => ({ rate: '50000', source: 'a test' }) };
  Object.assign(server.core, { ratesOf: () => halved });
  desk.bitcoin.send(sent);
  desk.bitcoin.mine(5);
  await watch();
  Object.assign(server.core, { ratesOf });
  expect(rates.BTC).toBe('0.00001');
  expect(await player.balance()).toBe('500.00');
});

describe('a node', () => {
  test.each<[ChainFault, ChainPause]>([
    ['unavailable', 'unavailable'],
    ['syncing', 'syncing'],
    ['pruned', 'pruned'],
    ['malformed', 'malformed'],
    ['wrongNetwork', 'wrongNetwork'],
    ['misconfigured', 'misconfigured'],
  ])(
    'with the fault %s pauses the chain; nothing is credited until it works',
    async (fault, pause) => {
      pay();
      desk.bitcoin.mine(5);
      desk.bitcoinNode.fault = fault;
      desk.secondNode.fault = fault;
      await watch();
      expect(await cursor()).toMatchObject({ paused: pause });
      expect(await player.balance()).toBe('0.00');
      expect(desk.logLines.join()).toContain('nothing of it is credited');
      desk.bitcoinNode.fault = null;
      desk.secondNode.fault = null;
      await watch();
      expect(await cursor()).toMatchObject({ paused: null, paused_at: null });
      expect(await player.balance()).toBe('1000.00');
    },
  );

  test('that fails is replaced by the next one', async () => {
    pay();
    desk.bitcoin.mine(5);
    desk.bitcoinNode.fault = 'unavailable';
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('that disagrees with another one pauses the chain', async () => {
    pay();
    const other = new StandInChain(desk.bitcoin.height);
    other.mine(5);
    desk.bitcoin.mine(5);
    desk.secondNode.follow(other);
    await watch();
    expect(await cursor()).toMatchObject({ paused: 'nodesDisagree' });
    expect((await cursor()).paused_detail).toContain('second.example');
    expect(await player.balance()).toBe('0.00');
    desk.secondNode.follow(desk.bitcoin);
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('that has fewer blocks than were read is behind, and undoes nothing', async () => {
    pay();
    desk.bitcoin.mine(4);
    await watch();
    const whole = desk.bitcoin.blocks;
    desk.bitcoin.blocks = whole.slice(0, -2);
    await watch();
    expect(await cursor()).toMatchObject({ paused: 'lagging' });
    desk.bitcoin.blocks = whole;
    desk.bitcoin.mine();
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('whose newest block is old pauses the chain', async () => {
    await desk.server.later(2 * 3600_000, async () => {
      await watch();
      expect(await cursor()).toMatchObject({ paused: 'lagging' });
    });
    await watch();
    expect(await cursor()).toMatchObject({ paused: null });
  });

  test('whose blocks do not follow each other credits nothing', async () => {
    pay();
    const mined = desk.bitcoin.mine(5);
    const [, second] = mined;
    const parentHash = second?.parentHash ?? '';
    if (second) second.parentHash = 'nonsense';
    await watch();
    expect(await cursor()).toMatchObject({ paused: 'malformed' });
    expect(await player.balance()).toBe('0.00');
    if (second) second.parentHash = parentHash;
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });
});

test('ten thousand blocks are caught up in ranges', async () => {
  pay();
  desk.bitcoin.mine(10_000);
  // A run ends after its time, and the next one goes on where it was.
  await expect
    .poll(
      async () => {
        await watch();
        return (await cursor()).height;
      },
      { timeout: 50_000 },
    )
    .toBe(desk.bitcoin.height);
  expect(desk.bitcoinNode.largestRange).toBe(desk.bitcoinNode.batchSize);
  expect(await player.balance()).toBe('1000.00');
  const kept = await desk.server.core.db
    .selectFrom('chain_blocks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('blockchain', '=', 'BITCOIN')
    .executeTakeFirstOrThrow();
  expect(Number(kept.count)).toBe(200);
}, 60_000);

describe('the lease', () => {
  test('of another process keeps this one from reading', async () => {
    const { db } = desk.server.core;
    const before = await cursor();
    await db
      .updateTable('chain_cursors')
      .set({ holder: 'another', leased_until: new Date(Date.now() + 60_000), fence: '1000' })
      .where('blockchain', '=', 'BITCOIN')
      .execute();
    pay();
    desk.bitcoin.mine(5);
    await watch();
    expect((await cursor()).height).toBe(before.height);
    await db
      .updateTable('chain_cursors')
      .set({ leased_until: new Date(0) })
      .where('blockchain', '=', 'BITCOIN')
      .execute();
    await watch();
    expect(await cursor()).toMatchObject({ fence: '1001', height: desk.bitcoin.height });
    expect(await player.balance()).toBe('1000.00');
  });

  test('that was lost during a run lets it write nothing more', async () => {
    pay();
    desk.bitcoin.mine(5);
    const { blocks } = desk.bitcoinNode;
    desk.bitcoinNode.blocks = async (from, to) => {
      await desk.server.core.db
        .updateTable('chain_cursors')
        .set({ holder: 'another', fence: '5000' })
        .where('blockchain', '=', 'BITCOIN')
        .execute();
      return blocks(from, to);
    };
    const before = await cursor();
    await watch();
    desk.bitcoinNode.blocks = blocks;
    expect((await cursor()).height).toBe(before.height);
    await desk.server.core.db
      .updateTable('chain_cursors')
      .set({ leased_until: new Date(0) })
      .where('blockchain', '=', 'BITCOIN')
      .execute();
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });
});
