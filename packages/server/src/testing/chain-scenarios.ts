import { type Blockchain, blockchains, compareDecimals } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchChains } from '../money/chains/watch-chains.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { addCoinMethods, bringCoinPlayer, type CoinPlayer } from './coin-methods.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A real node that a test drives. */
export interface RealChain {
  blockchain: Blockchain;
  /** The settings of its chain in the brand's file. */
  settings: object;
  /** The methods to test, each with an amount, one below the dust, and what the amount is credited as. */
  payments: readonly { method: string; amount: string; dust: string; credited: string }[];
  /** Pays an address; the payment waits for the next block. */
  pay: (method: string, address: string, amount: string) => Promise<string>;
  mine: (count: number) => Promise<void>;
  /** Replaces the newest blocks by as many others; the payments of the old ones are in the first. */
  reorganise: (depth: number, txids: readonly string[]) => Promise<void>;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The rates of the scenarios: 1 BTC is 100,000 EUR, 1 LTC 100, 1 ETH 2,500, 1 USDT 0.8. */
const table = { BTC: '0.00001', LTC: '0.01', ETH: '0.0004', USDT: '1.25' };

/**
 * Tests the way of money from a real node to a player's balance: each payment is credited exactly
 * once, exactly at the last confirmation, whatever happens to the chain or its node. Where not all
 * tests on real nodes run, it is the way without incidents alone.
 */
export function testRealChain(name: string, open: () => Promise<RealChain>): void {
  describe(name, () => {
    let chain: RealChain;
    let server: TestServer;
    beforeAll(async () => {
      chain = await open();
      const settings = { chains: { [chain.blockchain]: chain.settings } };
      const accounts = { real: { connector: 'onchain', settings } };
      const rates = { kind: 'static', base: 'EUR', table };
      server = await startTestServer({}, { brand: { accounts, rates } });
      addCoinMethods(server.core, 'real');
      await watch();
    });
    afterAll(async () => {
      expect(await checkLedger(server.core.db)).toEqual([]);
      await server.stop();
      await chain.stop();
    });

    const watch = () => watchChains(server.core);
    const required = () => blockchains[chain.blockchain].confirmations;

    async function ask(method: string) {
      const player = await bringCoinPlayer({ server });
      return { player, ...(await player.ask(method)) };
    }

    async function paid() {
      const [payment] = chain.payments;
      if (payment === undefined) throw new Error('A chain needs a payment');
      const asked = await ask(payment.method);
      const txid = await chain.pay(payment.method, asked.address, payment.amount);
      return { ...asked, ...payment, txid };
    }

    async function expectCredited(player: CoinPlayer, depositId: string, credited: string) {
      expect(await player.status(depositId)).toMatchObject({
        status: 'PAYED',
        processingAmount: credited,
      });
      expect(await player.balance()).toBe(credited);
    }

    test('payments in one block are seen, counted, and credited at the last one', async () => {
      const asked = [];
      for (const payment of [...chain.payments, ...chain.payments]) {
        const order = await ask(payment.method);
        const txid = await chain.pay(payment.method, order.address, payment.amount);
        asked.push({ ...payment, ...order, txid });
      }
      for (let confirmations = 1; confirmations < required(); confirmations += 1) {
        await chain.mine(1);
        await watch();
        for (const { player, depositId, txid, amount } of asked) {
          const state = await player.status(depositId);
          expect(state).toMatchObject({ status: 'PENDING', chain: { txid, confirmations } });
          expect(compareDecimals(state.chain?.cryptoAmount ?? '0', amount)).toBe(0);
        }
      }
      await chain.mine(1);
      await watch();
      await watch();
      for (const { player, depositId, credited } of asked) {
        await expectCredited(player, depositId, credited);
      }
    });

    if (!process.env.KASSA_NODES) return;

    test('a reorganisation before the credit counts anew', async () => {
      const { player, depositId, credited, txid } = await paid();
      await chain.mine(required() - 1);
      await watch();
      expect((await player.status(depositId)).chain?.confirmations).toBe(required() - 1);
      await chain.reorganise(required() - 1, [txid]);
      await watch();
      expect((await player.status(depositId)).chain?.confirmations).toBe(required() - 1);
      expect(await player.balance()).toBe('0.00');
      await chain.mine(1);
      await watch();
      await expectCredited(player, depositId, credited);
    });

    test('a reorganisation after the credit changes nothing if the payment stays', async () => {
      const { player, depositId, credited, txid } = await paid();
      await chain.mine(required());
      await watch();
      await chain.reorganise(required(), [txid]);
      await watch();
      await chain.mine(required());
      await watch();
      await expectCredited(player, depositId, credited);
    });

    test('dust is left to the operator', async () => {
      for (const { method, dust } of chain.payments) {
        const { player, depositId, address } = await ask(method);
        await chain.pay(method, address, dust);
        await chain.mine(required());
        await watch();
        expect(await player.status(depositId)).toMatchObject({ chain: { note: 'dust' } });
        expect(await player.balance()).toBe('0.00');
      }
    });

    test('a payment that came while nobody read is credited', async () => {
      const { player, depositId, credited } = await paid();
      await chain.mine(required() + 30);
      await watch();
      await expectCredited(player, depositId, credited);
    });

    test('a node that is killed and comes back loses nothing', async () => {
      const { player, depositId, credited } = await paid();
      await chain.mine(required());
      await chain.kill();
      await watch();
      const { paused } = await server.core.db
        .selectFrom('chain_cursors')
        .select('paused')
        .executeTakeFirstOrThrow();
      expect(paused).toBe('unavailable');
      expect(await player.balance()).toBe('0.00');
      await chain.restart();
      await watch();
      await expectCredited(player, depositId, credited);
    });
  });
}
