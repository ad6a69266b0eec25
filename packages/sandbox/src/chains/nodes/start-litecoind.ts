import { mkdir } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type CallRpc, connectRpc } from './core-rpc-client.ts';
import {
  findPorts,
  makeNodePassword,
  nodeProcess,
  prepareFolder,
  type RegtestNode,
  type RegtestOptions,
} from './node-process.ts';

const hashesSchema = z.array(z.string());

/** The block from which regtest has MWEB. It can't be mined without a payment into it. */
const mwebHeight = 432;

/** Coins of a mined block can be spent after so many blocks. */
const maturity = 100;

const ownWallet = 'kassa';

/** The wallet without keys that watches addresses. */
const watchingWallet = 'payouts';

/** Litecoin Core; the wallet `payouts` of its RPC knows the addresses that it watches. */
export interface Litecoind extends RegtestNode {
  /** Returns whether it watches for the first time. */
  watch: (address: string) => Promise<boolean>;
}

/**
 * Starts Litecoin Core with a chain of its own, whose wallet has the coins of some blocks. Segwit
 * and Taproot are active from the first block.
 * @throws if it is not installed or doesn't start.
 */
export async function startLitecoind(options: RegtestOptions = {}): Promise<Litecoind> {
  const folder = await prepareFolder('litecoind', options.dataFolder);
  const [port = 0] = options.port === undefined ? await findPorts(1) : [options.port];
  const access = {
    url: `http://127.0.0.1:${port}/`,
    user: 'kassa',
    password: makeNodePassword(),
  };
  // The node has two wallets: its own, which mines and sends, and one that only watches.
  const rpc = connectRpc({ ...access, url: `${access.url}wallet/${ownWallet}` });
  const watching = connectRpc({ ...access, url: `${access.url}wallet/${watchingWallet}` });
  await mkdir(folder.path, { recursive: true });
  const program = nodeProcess({
    command: 'litecoind',
    args: litecoindArgs(folder.path, port, access),
    missing: "There is no litecoind on this machine: install Debian's package litecoind.",
    probe: () => rpc('getblockchaininfo'),
  });
  const stop = async () => {
    await program.end();
    await folder.remove();
  };
  const newAddress = async () => z.string().parse(await rpc('getnewaddress'));
  const mine = async (count: number, address?: string) =>
    await mineBlocks(rpc, count, address ?? (await newAddress()));
  try {
    await program.start();
    await openWallet(rpc, ownWallet, false);
    // Three blocks' coins, so that several payments need no change of each other.
    if (z.number().parse(await rpc('getblockcount')) === 0) await mine(maturity + 3);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...access,
    rpc,
    watch: async (address) => {
      const isNew = await openWallet(rpc, watchingWallet, true);
      await watching('importaddress', [address, '', false]);
      return isNew;
    },
    newAddress,
    mine,
    send: async (address, amount) =>
      z.string().parse(await rpc('sendtoaddress', [address, amount])),
    invalidate: async (hash) => {
      await rpc('invalidateblock', [hash]);
    },
    stop,
    kill: async () => {
      // It writes its blocks' index once an hour, and when it counts all coins. A crash of a fresh
      // node would lose the whole chain.
      await rpc('gettxoutsetinfo');
      await program.kill();
    },
    restart: program.start,
  };
}

function litecoindArgs(
  folder: string,
  port: number,
  access: { user: string; password: string },
): string[] {
  return [
    '-regtest',
    `-datadir=${folder}`,
    '-server',
    `-rpcport=${port}`,
    `-rpcuser=${access.user}`,
    `-rpcpassword=${access.password}`,
    '-listen=0',
    '-dnsseed=0',
    '-fallbackfee=0.001',
    // Every payment can be replaced by one with a higher fee.
    '-walletrbf=1',
    '-mempoolreplacement=1',
    '-keypool=20',
    '-dbcache=16',
    '-printtoconsole=0',
  ];
}

/** A wallet opens by itself after a restart. Returns whether it is new. */
async function openWallet(rpc: CallRpc, name: string, isWatching: boolean): Promise<boolean> {
  const open = hashesSchema.parse(await rpc('listwallets'));
  if (open.includes(name)) return false;
  // name, disable_private_keys, blank, passphrase, avoid_reuse, descriptors, load_on_startup
  await rpc('createwallet', [name, isWatching, false, '', false, false, true]);
  return true;
}

async function mineBlocks(rpc: CallRpc, count: number, address: string): Promise<string[]> {
  const height = z.number().parse(await rpc('getblockcount'));
  const before = mwebHeight - 1 - height;
  const generate = async (blocks: number) =>
    hashesSchema.parse(await rpc('generatetoaddress', [blocks, address]));
  if (before < 0 || before >= count) return await generate(count);
  const first = before > 0 ? await generate(before) : [];
  const intoMweb = z.string().parse(await rpc('getnewaddress', ['', 'mweb']));
  await rpc('sendtoaddress', [intoMweb, '0.1']);
  return [...first, ...(await generate(count - before))];
}
