import * as z from 'zod/mini';
import type { SimulatedBlock, SimulatedChain } from '../simulated-chain.ts';
import {
  type AccountTransaction,
  encodeBody,
  endLtOf,
  listAccount,
  listWallets,
  startLtOf,
} from './ton-account.ts';

/** `global_id` of a test network. */
const globalId = -3;

const oneOrMoreSchema = z.optional(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value) => (Array.isArray(value) ? value : [value])),
  ),
);
const querySchema = z.object({
  workchain: z.optional(z.coerce.number()),
  seqno: z.optional(z.coerce.number()),
  start_lt: z.optional(z.coerce.number()),
  end_lt: z.optional(z.coerce.number()),
  limit: z._default(z.coerce.number(), 10),
  offset: z._default(z.coerce.number(), 0),
  sort: z._default(z.enum(['asc', 'desc']), 'desc'),
  account: oneOrMoreSchema,
  address: oneOrMoreSchema,
  owner_address: oneOrMoreSchema,
  jetton_address: oneOrMoreSchema,
});

type Query = z.infer<typeof querySchema>;

/**
 * Answers a GET of `/api/v3/…` as TON Center's index of TON does; undefined for what it doesn't have.
 * Only the masterchain has blocks here.
 */
export function answerAsTonIndex(chain: SimulatedChain, path: string, query: unknown): unknown {
  const wanted = querySchema.safeParse(query).data;
  if (wanted === undefined) return undefined;
  switch (path) {
    case 'masterchainInfo':
      return {
        first: writeBlock(chain.newest(chain.tip.height + 1).at(-1)),
        last: writeBlock(chain.tip),
      };
    case 'blocks':
      return { blocks: findBlocks(chain, wanted).map(writeBlock) };
    case 'transactions':
      return { transactions: findTransactions(chain, wanted), address_book: {} };
    case 'jetton/wallets':
      return { jetton_wallets: findWallets(chain, wanted), address_book: {} };
    default:
      return undefined;
  }
}

function findBlocks(chain: SimulatedChain, query: Query): SimulatedBlock[] {
  const { workchain = -1, seqno } = query;
  if (workchain !== -1) return [];
  if (seqno !== undefined) return [chain.at(seqno)].filter((block) => block !== undefined);
  return page(
    chain.newest(chain.tip.height + 1).filter((block) => isWithin(startLtOf(block), query)),
    query,
  );
}

function findTransactions(chain: SimulatedChain, query: Query): object[] {
  return page(
    (query.account ?? []).flatMap((account) => {
      const all = listAccount(chain, account.toLowerCase());
      const written = all.map((transaction, place) => ({
        lt: transaction.lt,
        text: writeTransaction(transaction, all[place - 1]),
      }));
      return written.reverse().filter(({ lt }) => isWithin(lt, query));
    }),
    query,
  ).map(({ text }) => text);
}

function findWallets(chain: SimulatedChain, query: Query): object[] {
  const isWanted = (list: string[] | undefined, value: string) =>
    list === undefined || list.some((one) => one.toLowerCase() === value);
  return page(
    listWallets(chain).filter(
      ({ address, owner, jetton }) =>
        isWanted(query.address, address) &&
        isWanted(query.owner_address, owner) &&
        isWanted(query.jetton_address, jetton),
    ),
    query,
  ).map(({ address, owner, jetton }) => ({
    address: capital(address),
    owner: capital(owner),
    jetton: capital(jetton),
    balance: '0',
  }));
}

function isWithin(lt: number, { start_lt = 0, end_lt = Number.MAX_SAFE_INTEGER }: Query): boolean {
  return lt >= start_lt && lt <= end_lt;
}

/** @param items - newest first */
function page<Item>(items: Item[], { limit, offset, sort }: Query): Item[] {
  const sorted = sort === 'asc' ? items.toReversed() : items;
  return sorted.slice(offset, offset + limit);
}

function writeBlock(block: SimulatedBlock | undefined): object | null {
  if (block === undefined) return null;
  return {
    workchain: -1,
    shard: '8000000000000000',
    seqno: block.height,
    root_hash: base64(block.hash),
    file_hash: base64(block.hash),
    global_id: globalId,
    gen_utime: String(block.minedAt / 1000),
    start_lt: String(startLtOf(block)),
    end_lt: String(endLtOf(block)),
    tx_count: block.transactions.length,
  };
}

function writeTransaction(
  { account, hash, lt, block, message, fails }: AccountTransaction,
  previous: AccountTransaction | undefined,
) {
  const { source, value, opcode, comment } = message;
  return {
    account: capital(account),
    hash: base64(hash),
    lt: String(lt),
    now: block.minedAt / 1000,
    mc_block_seqno: block.height,
    prev_trans_hash: base64(previous?.hash ?? '0'.repeat(64)),
    prev_trans_lt: String(previous?.lt ?? 0),
    description: {
      type: 'ord',
      aborted: fails,
      destroyed: false,
      compute_ph: { skipped: false, success: !fails, exit_code: fails ? 9 : 0 },
      ...(fails && { bounce: { type: 'ok' } }),
    },
    in_msg: {
      hash: base64(hash),
      source: capital(source),
      destination: capital(account),
      value,
      bounce: fails,
      bounced: false,
      opcode: opcode === null ? null : `0x${opcode.toString(16).padStart(8, '0')}`,
      message_content: {
        hash: base64(hash),
        body: encodeBody(message),
        decoded: comment === null ? null : { '@type': 'text_comment', comment },
      },
    },
    out_msgs: [],
  };
}

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}

/** The API writes addresses in capitals. */
function capital(raw: string): string {
  return raw.toUpperCase();
}
