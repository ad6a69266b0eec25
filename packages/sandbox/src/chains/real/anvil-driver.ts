import { join } from 'node:path';
import * as z from 'zod/mini';
import { readAddress } from '../addresses/read-address.ts';
import { type ChainOverview, ChainRefusal, type ShownPayment } from '../chain-driver.ts';
import { chainFacts, endowedAccounts, type SimulatedCoin } from '../chain-facts.ts';
import { showUnits } from '../coin-units.ts';
import { encodeDeployment, encodeTransfer } from '../nodes/deploy-token.ts';
import { startAnvilProcess } from '../nodes/start-anvil-process.ts';
import {
  type AnvilBlock,
  type AnvilTransaction,
  buildCallAnvil,
  type CallAnvil,
  readBlock,
  readHeight,
  toHex,
} from './anvil-rpc.ts';
import { buildForward, type NodeDriver, NodeMiner, wakeBySending } from './node-driver.ts';

const blockchain = 'ETHEREUM';
const blocksShown = 12;
const fact = chainFacts[blockchain];

/**
 * Starts Anvil with the tokens of the simulated chain at the same addresses, and drives it.
 * @param folder - of its chain, which is kept
 */
export async function startAnvilDriver(folder: string): Promise<NodeDriver> {
  const { chainId = 0 } = fact;
  const stateFile = join(folder, 'anvil.json');
  const program = await startAnvilProcess({ chainId, port: 0, stateFile });
  const forward = buildForward({ url: `http://127.0.0.1:${program.port}` });
  const call = buildCallAnvil(forward);
  const miner = new NodeMiner();
  const account = z.tuple([z.string()], z.string()).parse(await call('eth_accounts'))[0];
  const mine = async (count: number) => void (await call('anvil_mine', toHex(count)));
  if ((await readHeight(call)) === 0) {
    await deployTokens(call, account);
    await fundWallets(call, account);
  }

  return {
    blockchain,
    fact,
    node: 'anvil',
    offers: {
      replace: false,
      replaceBack: false,
      memo: false,
      failure: false,
      fates: ['again', 'pending', 'never'],
    },
    forward: wakeBySending(forward, miner),
    overview: () => readOverview(call, miner.isOn),
    send: async ({ address, currency, units }) => {
      const read = readAddress(blockchain, address);
      if ('problem' in read) throw new ChainRefusal(read.problem);
      const contract = fact.coins.find((coin) => coin.currency === currency)?.contract ?? null;
      const transaction =
        contract === null
          ? { to: read.to, value: toHex(units) }
          : { to: contract, data: encodeTransfer(read.to, units) };
      miner.wake();
      return z.string().parse(await call('eth_sendTransaction', { from: account, ...transaction }));
    },
    mine,
    reorganise: async (depth, fate) => {
      await reorganise(call, depth, fate);
      miner.wake();
    },
    replace: async () => {
      throw new ChainRefusal('A payment on this chain can’t be replaced here.');
    },
    setMiner: async (isOn) => miner.set(isOn),
    mineAutomatically: async () => {
      if (miner.takeTurn()) await mine(1);
    },
    stop: program.end,
  };
}

/** The first two contracts of the fresh account have the addresses of {@link chainFacts}. */
async function deployTokens(call: CallAnvil, account: string): Promise<void> {
  for (const { contract, decimals } of fact.coins) {
    if (contract === null) continue;
    const data = encodeDeployment(account, decimals);
    await call('eth_sendTransaction', { from: account, data });
    await call('anvil_mine', toHex(1));
  }
}

/** Anvil itself gives the wallets coins; they have tokens from here. */
async function fundWallets(call: CallAnvil, account: string): Promise<void> {
  for (const { contract, decimals } of fact.coins) {
    if (contract === null) continue;
    const units = 1_000_000n * 10n ** BigInt(decimals);
    for (const wallet of endowedAccounts(blockchain)) {
      const data = encodeTransfer(wallet, units);
      await call('eth_sendTransaction', { from: account, to: contract, data });
    }
  }
  await call('anvil_mine', toHex(1));
}

async function reorganise(
  call: CallAnvil,
  depth: number,
  fate: 'again' | 'pending' | 'never',
): Promise<void> {
  const height = await readHeight(call);
  // The tokens' contracts and the wallets' tokens stay.
  const most = height - fact.coins.length;
  if (depth > most) throw new ChainRefusal(`Only ${most} blocks can be dropped.`);
  const raw: unknown[] = [];
  for (let at = height - depth + 1; at <= height; at += 1) {
    const { transactions } = await readBlock(call, at);
    for (const { hash } of transactions) raw.push(await call('eth_getRawTransactionByHash', hash));
  }
  // Each with the number of its block in the new branch.
  const kept = fate === 'again' ? raw.map((transaction) => [transaction, 0]) : [];
  await call('anvil_reorg', depth, kept);
  // Anvil's new branch is as long as the old one.
  await call('anvil_mine', toHex(1));
  if (fate !== 'pending') return;
  for (const transaction of raw) await call('eth_sendRawTransaction', transaction);
}

async function readOverview(call: CallAnvil, isMinerOn: boolean): Promise<ChainOverview> {
  const height = await readHeight(call);
  const heights = Array.from({ length: Math.min(blocksShown, height) }, (_, back) => height - back);
  const blocks = await Promise.all(heights.map((at) => readBlock(call, at)));
  const { transactions } = await readBlock(call, 'pending');
  return { blocks: blocks.map(showBlock), pending: transactions.map(showPayment), isMinerOn };
}

function showBlock({ number, hash, timestamp, transactions }: AnvilBlock) {
  const payments = transactions.map(showPayment);
  return { height: number, hash, minedAt: timestamp * 1000, payments };
}

/** A call of `transfer(address,uint256)`: 4 bytes and two words. */
const transferPattern = /^0xa9059cbb0{24}(?<to>[0-9a-f]{40})(?<units>[0-9a-f]{64})$/;

function showPayment({ hash: txid, to, value, input }: AnvilTransaction): ShownPayment {
  const coin = fact.coins.find(({ contract }) => contract !== null && contract === to);
  const transfer = coin && transferPattern.exec(input)?.groups;
  const amount = transfer
    ? showCoin(coin, BigInt(`0x${transfer.units}`))
    : showCoin(fact.coins[0], value);
  return { txid, to: transfer ? `0x${transfer.to}` : (to ?? 'a new contract'), amount, note: null };
}

function showCoin({ decimals, currency }: SimulatedCoin, units: bigint): string {
  return showUnits(units, decimals, currency);
}
