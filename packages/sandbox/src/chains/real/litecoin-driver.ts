import { join } from 'node:path';
import * as z from 'zod/mini';
import { readAddress } from '../addresses/read-address.ts';
import { type ChainOverview, ChainRefusal, type ShownPayment } from '../chain-driver.ts';
import { chainFacts, hotWallets } from '../chain-facts.ts';
import { writeUnits } from '../coin-units.ts';
import type { CallRpc } from '../nodes/core-rpc-client.ts';
import { type Litecoind, startLitecoind } from '../nodes/start-litecoind.ts';
import { buildForward, type NodeDriver, NodeMiner, wakeBySending } from './node-driver.ts';

const blockchain = 'LITECOIN';
const blocksShown = 12;
const fact = chainFacts[blockchain];

const blockSchema = z.object({
  height: z.number(),
  hash: z.string(),
  time: z.number(),
  previousblockhash: z.optional(z.string()),
  tx: z.array(z.string()),
});
const paymentSchema = z.object({
  details: z.array(
    z.object({ category: z.string(), address: z.optional(z.string()), amount: z.number() }),
  ),
});
const replacedSchema = z.object({ txid: z.string() });

/**
 * Starts Litecoin Core in regtest, and drives it.
 * @param folder - of its chain, which is kept
 * @throws if it is not installed
 */
export async function startLitecoinDriver(folder: string): Promise<NodeDriver> {
  const node = await startLitecoind({ dataFolder: join(folder, 'litecoind') });
  const { url, user, password } = node;
  const pair = Buffer.from(`${user}:${password}`).toString('base64');
  const rpc = withRefusals(node.rpc);
  const miner = new NodeMiner();
  await fundWallet(node);
  const mine = async (count: number) => void (await node.mine(count));

  return {
    blockchain,
    fact,
    node: 'litecoind',
    offers: {
      replace: true,
      replaceBack: false,
      memo: false,
      failure: false,
      fates: ['again', 'pending'],
    },
    forward: wakeBySending(buildForward({ url, authorization: `Basic ${pair}` }), miner),
    overview: () => readOverview(rpc, miner.isOn),
    send: async ({ address, units }) => {
      const read = readAddress(blockchain, address);
      if ('problem' in read) throw new ChainRefusal(read.problem);
      miner.wake();
      const amount = writeUnits(units, fact.coins[0].decimals);
      return z.string().parse(await rpc('sendtoaddress', [address, amount]));
    },
    mine,
    reorganise: async (depth, fate) => {
      const height = z.number().parse(await rpc('getblockcount'));
      const hash = await rpc('getblockhash', [height - depth + 1]);
      // Its payments wait for a block again.
      await rpc('invalidateblock', [hash]);
      miner.wake();
      if (fate === 'again') await mine(depth + 1);
      else await mineEmpty(rpc, depth + 1);
    },
    replace: async (txid) => {
      miner.wake();
      return replacedSchema.parse(await rpc('bumpfee', [txid])).txid;
    },
    setMiner: async (isOn) => miner.set(isOn),
    mineAutomatically: async () => {
      if (miner.takeTurn()) await mine(1);
    },
    stop: node.stop,
  };
}

/** What the demo's wallet gets at the start: several outputs, so that no payout waits for another. */
const outputCount = 5;

async function fundWallet({ watch, send, mine }: Litecoind): Promise<void> {
  const address = hotWallets[blockchain] ?? '';
  if (!(await watch(address))) return;
  for (let output = 0; output < outputCount; output += 1) await send(address, '10');
  await mine(1);
}

/** What the node refuses is said on the page in its words. */
function withRefusals(rpc: CallRpc): CallRpc {
  return async (method, params) => {
    try {
      return await rpc(method, params);
    } catch (error) {
      throw new ChainRefusal(error instanceof Error ? error.message : String(error));
    }
  };
}

async function mineEmpty(rpc: CallRpc, count: number): Promise<void> {
  for (let block = 0; block < count; block += 1) {
    await rpc('generateblock', [await rpc('getnewaddress'), []]);
  }
}

async function readOverview(rpc: CallRpc, isMinerOn: boolean): Promise<ChainOverview> {
  const blocks = [];
  let hash: unknown = await rpc('getbestblockhash');
  while (typeof hash === 'string' && blocks.length < blocksShown) {
    const block = blockSchema.parse(await rpc('getblock', [hash, 1]));
    // The first transaction is the miner's.
    const payments = await Promise.all(block.tx.slice(1).map((txid) => showPayment(rpc, txid)));
    blocks.push({ height: block.height, hash, minedAt: block.time * 1000, payments });
    hash = block.previousblockhash;
  }
  const waiting = z.array(z.string()).parse(await rpc('getrawmempool'));
  const pending = await Promise.all(waiting.map((txid) => showPayment(rpc, txid)));
  return { blocks, pending, isMinerOn };
}

/** The node's wallet has sent every payment, and knows to whom. */
async function showPayment(rpc: CallRpc, txid: string): Promise<ShownPayment> {
  const known = await rpc('gettransaction', [txid]).catch(() => null);
  const sent = paymentSchema.safeParse(known).data?.details ?? [];
  const payment = sent.find(({ category }) => category === 'send');
  const amount = payment === undefined ? null : `${Math.abs(payment.amount)} LTC`;
  return { txid, to: payment?.address ?? 'unknown', amount, note: null };
}
