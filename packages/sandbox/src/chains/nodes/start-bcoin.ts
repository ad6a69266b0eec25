import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
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

/** From this block on, bcoin's regtest has segwit: three periods of 144 blocks. */
const segwitHeight = 432;

/** So many blocks' coins are the wallet's at the start. */
const walletBlocks = 5;

/** The hash of a key that nobody has: twenty zeros. */
const addressOfNobody = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

const programFile = fileURLToPath(new URL('./start-bcoin-program.ts', import.meta.url));

/**
 * Starts bcoin, a Bitcoin node in JavaScript, with a chain of its own. Its addresses are Bitcoin
 * Core's of regtest (`bcrt1…`), and its wallet has the coins of some blocks.
 * @throws if it doesn't start.
 */
export async function startBcoin(options: RegtestOptions = {}): Promise<RegtestNode> {
  const folder = await prepareFolder('bcoin', options.dataFolder);
  await mkdir(folder.path, { recursive: true });
  const [freePort = 0, walletPort = 0] = await findPorts(2);
  const port = options.port ?? freePort;
  const access = { url: `http://127.0.0.1:${port}/`, user: 'kassa', password: makeNodePassword() };
  const rpc = connectRpc(access);
  // The wallet has an RPC of its own.
  const wallet = connectRpc({ ...access, url: `http://127.0.0.1:${walletPort}/` });
  const program = nodeProcess({
    command: process.execPath,
    args: ['--no-deprecation', programFile],
    env: bcoinSettings(folder.path, port, walletPort, access.password),
    missing: 'Node.js is missing.',
    probe: async () => [await rpc('getblockchaininfo'), await wallet('getwalletinfo')],
  });
  const stop = async () => {
    await program.end();
    await folder.remove();
  };
  const newAddress = async () => z.string().parse(await wallet('getnewaddress', ['default']));
  const mine = async (count: number, address?: string) => {
    const to = address ?? (await newAddress());
    const hashes = hashesSchema.parse(await rpc('generatetoaddress', [count, to]));
    await waitForWallet(rpc);
    return hashes;
  };
  try {
    await program.start();
    await mineFirst(rpc, mine);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...access,
    rpc,
    newAddress,
    mine,
    // bcoin takes numbers alone. The amounts of tests are short, so that none is rounded.
    send: async (address, amount) => {
      const params = [address, Number(amount)];
      const txid = z.string().parse(await wallet('sendtoaddress', params));
      // The wallet hands it to the node after its answer.
      while (!hashesSchema.parse(await rpc('getrawmempool')).includes(txid)) await delay(10);
      return txid;
    },
    invalidate: async (hash) => {
      await rpc('invalidateblock', [hash]);
      await rpc('followinvalidated');
      await waitForWallet(rpc);
    },
    stop,
    kill: program.kill,
    restart: program.start,
  };
}

/** The wallet is slow: all but its first blocks go to an address of nobody. */
async function mineFirst(rpc: CallRpc, mine: RegtestNode['mine']): Promise<void> {
  if (z.number().parse(await rpc('getblockcount')) > 0) return;
  await mine(walletBlocks);
  await mine(segwitHeight - walletBlocks, addressOfNobody);
}

/** Waits until the wallet has read all blocks of its node, which it does on its own. */
async function waitForWallet(rpc: CallRpc): Promise<void> {
  const height = z.number().parse(await rpc('getblockcount'));
  while ((await rpc('getwalletheight')) !== height) await delay(10);
}

function bcoinSettings(
  folder: string,
  port: number,
  walletPort: number,
  password: string,
): Record<string, string> {
  return {
    BCOIN_NETWORK: 'regtest',
    BCOIN_PREFIX: folder,
    BCOIN_WALLET_PREFIX: folder,
    BCOIN_HTTP_PORT: String(port),
    BCOIN_WALLET_HTTP_PORT: String(walletPort),
    BCOIN_API_KEY: password,
    BCOIN_WALLET_API_KEY: password,
    BCOIN_WALLET_WITNESS: 'true',
    // Cryptography in JavaScript: bcoin's native parts aren't built.
    NODE_BACKEND: 'js',
  };
}
