import type { Blockchain } from '@kassa/contract';
import { ChainError, type ChainSource, type ChainTip } from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import { makeBlockReader, readHash } from './core-blocks.ts';
import { explainRefusal } from './core-faults.ts';
import { loadIsPending, makePendingReader } from './core-pending.ts';
import { type CoreRpc, connectCoreRpc, type RpcOutcome } from './core-rpc.ts';
import { chainInfoSchema, headerSchema } from './core-schemas.ts';
import { type CoreNetwork, chainNames, genesisHashes } from './genesis.ts';

interface CoreSourceOptions {
  blockchain: Blockchain;
  node: NodeAccess;
  network: CoreNetwork;
  /** Of one request. */
  timeoutMs: number;
}

/** Blocks of one request: a full one of Bitcoin has some ten thousand outputs. */
const batchSize = 8;

/** bcoin has no other sign that it loads the chain; it is some days of blocks. */
const loadedProgress = 0.999;

/**
 * Reads a chain from a node with the JSON-RPC of Bitcoin Core: also Litecoin Core, Dogecoin Core and
 * bcoin. No wallet is used. Dogecoin Core 1.14 needs `txindex=1` if its `getblock` has no verbosity.
 * @throws if the blockchain has no such nodes.
 */
export function buildCoreSource(options: CoreSourceOptions): ChainSource {
  const { blockchain, node, timeoutMs } = options;
  const genesis = genesisHashes[blockchain];
  if (!genesis) throw new RangeError(`${blockchain} has no nodes of Bitcoin Core's kind`);
  const rpc = connectCoreRpc({ node, timeoutMs });
  return {
    host: rpc.host,
    batchSize,
    tip: () => loadTip(rpc, options, genesis[options.network]),
    hashAt: async (height) => readHash(await rpc.call('getblockhash', height)),
    blocks: makeBlockReader(rpc),
    pending: makePendingReader(rpc),
    isPending: (txid) => loadIsPending(rpc, txid),
  };
}

async function loadTip(
  rpc: CoreRpc,
  { blockchain, network }: CoreSourceOptions,
  genesis: readonly string[],
): Promise<ChainTip> {
  const [infoOutcome, genesisOutcome] = await rpc.batch([
    { method: 'getblockchaininfo', params: [] },
    { method: 'getblockhash', params: [0] },
  ]);
  const info = chainInfoSchema.safeParse(resultOf('getblockchaininfo', infoOutcome));
  if (!info.success) throw new ChainError('malformed', 'unreadable: getblockchaininfo');
  const { chain, blocks: height, bestblockhash: hash } = info.data;
  const first = readHash(genesisOutcome);
  if (!chainNames[network].includes(chain)) {
    throw new ChainError('wrongNetwork', `its network is ${chain}, not ${network}`);
  }
  if (first === null || !genesis.includes(first)) {
    throw new ChainError('wrongNetwork', `its first block is not of ${blockchain} ${network}`);
  }
  if (isLoading(network, info.data)) throw new ChainError('syncing', `at block ${height}`);

  const headerAnswer = resultOf('getblockheader', await rpc.call('getblockheader', hash, true));
  const header = headerSchema.safeParse(headerAnswer);
  if (!header.success) throw new ChainError('malformed', 'unreadable: getblockheader');
  if (header.data.hash !== hash || header.data.height !== height) {
    throw new ChainError('malformed', `its newest block is ${height} and ${header.data.height}`);
  }
  return { height, hash, minedAt: header.data.time };
}

/** A chain of tests may have old blocks alone, and counts as loading then. */
function isLoading(
  network: CoreNetwork,
  info: { initialblockdownload?: boolean; verificationprogress?: number },
): boolean {
  if (network === 'regtest') return false;
  return info.initialblockdownload ?? (info.verificationprogress ?? 1) < loadedProgress;
}

function resultOf(method: string, outcome: RpcOutcome | undefined): unknown {
  if (outcome?.kind === 'refused') throw explainRefusal(method, outcome);
  return outcome?.result;
}
