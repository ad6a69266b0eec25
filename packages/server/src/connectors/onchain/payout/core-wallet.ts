import * as z from 'zod/mini';
import { ChainError } from '../../chain-rail.ts';
import type { WalletOutput } from '../../hot-wallet.ts';
import type { NodeAccess } from '../node-access.ts';
import { explainRefusal, isNoTransaction } from '../utxo/core-faults.ts';
import { type CoreRpc, connectCoreRpc } from '../utxo/core-rpc.ts';
import { hashSchema, headerSchema, timeSchema, unitsSchema } from '../utxo/core-schemas.ts';

/** What a payout asks of a Core node: the chain, and the watch-only wallet that has the address. */
export interface CoreWallet {
  /** Confirmed outputs of an address that are unspent. */
  listOutputs: (address: string) => Promise<WalletOutput[]>;
  /** Satoshi per 1,000 virtual bytes for a block soon, and the least that nodes pass on. */
  askRate: () => Promise<{ rate: bigint; least: bigint }>;
  /** What the wallet has paid to others since then. */
  listSent: (since: Date) => Promise<{ txid: string; units: bigint }[]>;
  /** A transaction of the wallet; null if the wallet doesn't know it. */
  findTransaction: (txid: string) => Promise<WalletTransaction | null>;
  heightOf: (blockHash: string) => Promise<number>;
  /** False: the node refuses it. */
  send: (raw: string, txid: string) => Promise<boolean>;
}

export interface WalletTransaction {
  /** Below zero: so many blocks deep is another transaction that spends the same. */
  confirmations: number;
  blockHash: string | null;
  hex: string;
}

const countSchema = z.pipe(
  z.string().check(z.regex(/^-?\d{1,10}$/, 'must be a whole number')),
  z.transform(Number),
);

const outputsSchema = z.array(
  z.object({ txid: hashSchema, vout: countSchema, amount: unitsSchema }),
);

const transactionSchema = z.object({
  confirmations: countSchema,
  blockhash: z.optional(hashSchema),
  hex: z.string().check(z.regex(/^([0-9a-f]{2})+$/)),
});

/** Below zero are the amount of what is sent, and the depth of what another transaction has displaced. */
const entriesSchema = z.array(
  z.object({
    category: z.string(),
    txid: z.optional(hashSchema),
    amount: z.pipe(
      z.string(),
      z.transform((amount) => amount.replace(/^-/, '')),
    ),
    confirmations: z.optional(countSchema),
    time: timeSchema,
  }),
);

/** The entries of the wallet that are read at once, from the newest back. */
const entriesAtOnce = 1_000;

/** Entries stand in the order in which the wallet saw them, their times may differ by so much. */
const slackMs = 24 * 3600_000;

/** An estimate is missing where the node has seen too few blocks. */
const estimateSchema = z.object({ feerate: z.catch(z.optional(unitsSchema), undefined) });
const mempoolSchema = z.object({ mempoolminfee: unitsSchema });

/** The blocks within which a payout should be mined. */
const targetBlocks = 3;

/** Without an estimate so many times the least is paid. */
const withoutEstimate = 5n;

/** Reads the wallet's entries back to a time, however many there are: one left out might be paid twice. */
async function listSent(wallet: CoreRpc, since: Date): Promise<{ txid: string; units: bigint }[]> {
  const method = 'listtransactions';
  // The node tells whole seconds.
  const from = Math.floor(since.getTime() / 1000) * 1000;
  const sent = new Map<string, { txid: string; units: bigint }>();
  for (let skipped = 0; ; skipped += entriesAtOnce) {
    const found = await call(wallet, method, '*', entriesAtOnce, skipped, true);
    const entries = read(entriesSchema, found, method);
    for (const { category, txid, amount, confirmations = 0, time } of entries) {
      if (category !== 'send' || txid === undefined || confirmations < 0) continue;
      // An entry that comes meanwhile moves the last one of a page to the next.
      const units = read(unitsSchema, amount, method);
      if (time.getTime() >= from) sent.set(`${txid} ${units}`, { txid, units });
    }
    const isOlder = entries.every(({ time }) => time.getTime() < from - slackMs);
    if (isOlder || entries.length < entriesAtOnce) return [...sent.values()];
  }
}

/** @param wallet - the name of the node's wallet; null: its only one */
export function connectCoreWallet(
  node: NodeAccess,
  wallet: string | null,
  timeoutMs: number,
): CoreWallet {
  const chain = connectCoreRpc({ node, timeoutMs });
  const own =
    wallet === null
      ? chain
      : connectCoreRpc({ node: { ...node, url: addressOf(node.url, wallet) }, timeoutMs });
  return {
    listOutputs: async (address) => {
      const method = 'listunspent';
      const found = await call(own, method, 1, 9_999_999, [address]);
      return read(outputsSchema, found, method).map(({ amount: units, ...output }) => ({
        ...output,
        units,
      }));
    },
    askRate: async () => {
      const mempool = await call(chain, 'getmempoolinfo');
      const { mempoolminfee: least } = read(mempoolSchema, mempool, 'getmempoolinfo');
      const method = 'estimatesmartfee';
      const { feerate } = read(estimateSchema, await call(chain, method, targetBlocks), method);
      const rate = feerate ?? least * withoutEstimate;
      return { rate: rate > least ? rate : least, least };
    },
    listSent: (since) => listSent(own, since),
    findTransaction: async (txid) => {
      const method = 'gettransaction';
      const outcome = await own.call(method, txid, true);
      if (outcome.kind === 'refused') {
        if (isNoTransaction(outcome)) return null;
        throw explainRefusal(method, outcome);
      }
      const { blockhash = null, ...found } = read(transactionSchema, outcome.result, method);
      return { ...found, blockHash: blockhash };
    },
    heightOf: async (hash) =>
      read(headerSchema, await call(chain, 'getblockheader', hash, true), 'getblockheader').height,
    send: async (raw, txid) => {
      const outcome = await chain.call('sendrawtransaction', raw);
      if (outcome.kind === 'result') return true;
      // It refuses what it has already.
      const known = await chain.call('getmempoolentry', txid);
      if (known.kind === 'result') return true;
      const found = await own.call('gettransaction', txid, true);
      return (
        found.kind === 'result' &&
        read(transactionSchema, found.result, 'gettransaction').confirmations > 0
      );
    },
  };
}

function addressOf(url: string, wallet: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/wallet/${encodeURIComponent(wallet)}`;
  return address.href;
}

async function call(rpc: CoreRpc, method: string, ...params: unknown[]): Promise<unknown> {
  const outcome = await rpc.call(method, ...params);
  if (outcome.kind === 'refused') throw explainRefusal(method, outcome);
  return outcome.result;
}

function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  method: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ChainError('malformed', `unreadable: ${method}`);
  return parsed.data;
}
