import {
  type ChainBlock,
  ChainError,
  type ChainSource,
  type ChainTransfer,
} from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import { type AskApi, buildAskApi } from './ask-api.ts';
import { buildJettonWallets, type JettonWallets } from './jetton-wallets.ts';
import { readAccount } from './read-account.ts';
import { readBlock, readBlocks } from './read-blocks.ts';
import { readCoinTransfer, readJettonTransfer, readNotification } from './read-transfers.ts';
import { masterchainSchema, type TonBlock, type TonTransaction } from './schemas.ts';

/*
 * TON by the API v3 of TON Center, which toncenter/ton-indexer serves over a node of one's own.
 * Written from ton-org/docs, ecosystem/api/toncenter/v3.yaml, the source of ton-indexer 1.2, and
 * TEP-74 (jettons). The tests answer as those documents say, and with messages and transactions that
 * @ton/sandbox made: NO LIVE INDEX OR NODE OF TON STOOD BEHIND THEM.
 *
 * Called, all by GET:
 * - masterchainInfo
 * - blocks?workchain=-1&shard=8000000000000000 with seqno, or start_lt, end_lt, sort=asc; and limit
 * - transactions?account=…&end_lt=…&limit=…&sort=desc
 * - jetton/wallets with owner_address and jetton_address…, or with address…; and limit
 *
 * The heights are those of the masterchain, which isn't reorganised. Only payments to the operator's
 * one address are looked for, on three ways:
 * - its own transactions: payments in TON (readAccount says why none is left out);
 * - those of its wallet of each accepted jetton. The API's list of jetton transfers isn't used: it
 *   has what payers' wallets sent, which the operator's may have returned;
 * - notifications of other jettons' wallets, which it has and nobody accepts.
 *
 * All of it supposes that the API answers from one database: the index writes a block together with
 * the transactions and wallets of its shards. Behind several databases that differ in age, a payment
 * might be missed. The API doesn't say whether it lags: its newest block is then old.
 */

interface TonSourceOptions {
  node: NodeAccess;
  /** `test`: any network but the main one. */
  network: 'main' | 'test';
  /** The operator's address, `0:` and hex. */
  address: string;
  /** The masters of the accepted jettons, in the same form. */
  jettons: readonly string[];
  timeoutMs: number;
}

/** `global_id` of the main network's blocks (ton-org/docs, standard/wallets/v5.mdx). */
const mainGlobalId = '-239';

/** Builds the client of one index of TON. */
export function buildTonSource(options: TonSourceOptions): ChainSource {
  const { node, network, timeoutMs } = options;
  const ask = buildAskApi(node, timeoutMs);
  const address = options.address.toLowerCase();
  const jettons = options.jettons.map((master) => master.toLowerCase());
  const wallets = buildJettonWallets(ask, address, jettons);

  return {
    host: new URL(node.url).host,
    tip: async () => {
      const { last } = await ask('masterchainInfo', {}, masterchainSchema);
      if ((last.global_id === mainGlobalId) !== (network === 'main')) {
        throw new ChainError('wrongNetwork', `the global id is ${last.global_id}`);
      }
      return headOf(last);
    },
    hashAt: async (height) => (await readBlock(ask, height))?.root_hash ?? null,
    blocks: async (from, to) => {
      // First the blocks: what belongs to them is in the index by then.
      const blocks = await readBlocks(ask, from, to);
      const transfers = await readTransfers({ ask, wallets, address, jettons, from, blocks });
      return link(blocks, from, transfers);
    },
    // They fit into one page, of at most 1000.
    batchSize: 500,
  };
}

interface Reading {
  ask: AskApi;
  wallets: JettonWallets;
  address: string;
  jettons: readonly string[];
  from: number;
  blocks: readonly TonBlock[];
}

/** By the number of their masterchain block. */
type PlacedTransfers = Map<number, ChainTransfer[]>;

async function readTransfers(reading: Reading): Promise<PlacedTransfers> {
  const { ask, wallets, address, from, blocks } = reading;
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) throw new ChainError('malformed', 'blocks: there are none');
  const range = { from, before: first.seqno < from ? first : null, last };
  const placed: PlacedTransfers = new Map();

  const own = await readAccount(ask, address, range);
  for (const transaction of own) place(placed, transaction, readCoinTransfer(transaction, address));
  for (const [master, wallet] of await wallets.ofJettons()) {
    for (const transaction of await readAccount(ask, wallet, range)) {
      place(placed, transaction, readJettonTransfer(transaction, address, master));
    }
  }
  await readUnknownJettons(reading, own, placed);
  return placed;
}

/** Jettons that aren't accepted are known by their notification; an accepted one's is a repetition. */
async function readUnknownJettons(
  { wallets, address, jettons }: Reading,
  transactions: readonly TonTransaction[],
  placed: PlacedTransfers,
): Promise<void> {
  const told = transactions.flatMap((transaction) => {
    const notification = readNotification(transaction);
    return notification ? [{ transaction, ...notification }] : [];
  });
  const masters = await wallets.mastersOf(told.map(({ wallet }) => wallet));
  for (const { transaction, wallet, units, memo } of told) {
    const contract = masters.get(wallet);
    if (!contract || jettons.includes(contract) || units === 0n) continue;
    const txid = transaction.hash;
    const transfer = { txid, index: 'jetton', target: address, memo, contract, units };
    place(placed, transaction, transfer);
  }
}

function place(
  placed: PlacedTransfers,
  { mc_block_seqno: height }: TonTransaction,
  transfer: ChainTransfer | null,
): void {
  if (!transfer) return;
  const others = placed.get(height);
  if (others) others.push(transfer);
  else placed.set(height, [transfer]);
}

/** @param blocks - of the range, with the one before it */
function link(
  blocks: readonly TonBlock[],
  from: number,
  placed: ReadonlyMap<number, ChainTransfer[]>,
): ChainBlock[] {
  return blocks.flatMap((block, index) => {
    if (block.seqno < from) return [];
    const parentHash = blocks[index - 1]?.root_hash ?? '0'.repeat(64);
    const transfers = placed.get(block.seqno) ?? [];
    return [{ ...headOf(block), parentHash, transfers, spends: [] }];
  });
}

function headOf({ seqno, root_hash, gen_utime }: TonBlock) {
  return { height: seqno, hash: root_hash, minedAt: new Date(gen_utime * 1000) };
}
