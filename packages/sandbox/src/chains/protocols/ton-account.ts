import type { SimulatedTransaction } from '../chain-journal.ts';
import type { SimulatedBlock, SimulatedChain } from '../simulated-chain.ts';
import { digest } from '../simulated-digest.ts';
import {
  encodeCells,
  noAddress,
  type TonCell,
  writeAddress,
  writeCoins,
  writeComment,
  writeUint,
} from './ton-cells.ts';

/** A message of the simulated chain. */
interface Message {
  source: string;
  value: string;
  opcode: number | null;
  body: TonCell;
  comment: string | null;
}

/** A transaction of one account. */
export interface AccountTransaction {
  account: string;
  /** 64 hex digits. */
  hash: string;
  lt: number;
  block: SimulatedBlock;
  message: Message;
  fails: boolean;
}

/** Operations of jettons (TEP-74). */
const internalTransfer = 0x178d4519;
const transferNotification = 0x7362d09c;

/** Logical times count on within a block. */
const ltPerBlock = 1_000_000;

export function startLtOf({ height }: SimulatedBlock): number {
  return height * ltPerBlock;
}

export function endLtOf(block: SimulatedBlock): number {
  return startLtOf(block) + ltPerBlock - 1;
}

/** The wallet of a jetton that belongs to an owner: an account of its own. */
function walletOf(owner: string, master: string): string {
  return `0:${digest('jetton wallet', owner, master)}`;
}

/** Wallets that received something, by their address. */
export function listWallets(
  chain: SimulatedChain,
): { address: string; owner: string; jetton: string }[] {
  const wallets = new Map<string, { address: string; owner: string; jetton: string }>();
  for (const { transactions } of allBlocks(chain)) {
    for (const { to: owner, contract: jetton } of transactions) {
      if (jetton === null) continue;
      const address = walletOf(owner, jetton);
      wallets.set(address, { address, owner, jetton });
    }
  }
  return [...wallets.values()];
}

/** All transactions of an account, oldest first. */
export function listAccount(chain: SimulatedChain, account: string): AccountTransaction[] {
  return allBlocks(chain)
    .flatMap((block) => block.transactions.flatMap((one, place) => split(block, one, place)))
    .filter((transaction) => transaction.account === account);
}

function allBlocks(chain: SimulatedChain): SimulatedBlock[] {
  return chain.newest(chain.tip.height + 1).reverse();
}

/** A payment in a jetton is a transaction of the recipient's wallet and one of the recipient. */
function split(
  block: SimulatedBlock,
  transaction: SimulatedTransaction,
  place: number,
): AccountTransaction[] {
  const { id, to, contract, units, memo, fails, sender } = transaction;
  const lt = startLtOf(block) + 10 + place * 10;
  const source = `0:${digest('account of', sender)}`;
  if (contract === null) {
    const body = memo === null ? { bits: '', ref: null } : writeComment(memo);
    const opcode = memo === null ? null : 0;
    const message = { source, value: units, opcode, body, comment: memo };
    return [{ account: to, hash: id, lt, block, message, fails }];
  }
  const wallet = walletOf(to, contract);
  const arrival = {
    account: wallet,
    hash: id,
    lt,
    block,
    message: {
      source: walletOf(source, contract),
      value: '50000000',
      opcode: internalTransfer,
      body: writeArrival(BigInt(units), source, memo),
      comment: null,
    },
    fails,
  };
  // A jetton's wallet that fails tells its owner nothing.
  if (fails) return [arrival];
  const notice = {
    account: to,
    hash: digest('notification of', id),
    lt: lt + 2,
    block,
    message: {
      source: wallet,
      value: '1',
      opcode: transferNotification,
      body: writeNotice(BigInt(units), source, memo),
      comment: null,
    },
    fails: false,
  };
  return [arrival, notice];
}

function writeArrival(units: bigint, from: string, memo: string | null): TonCell {
  const [query, forwarded] = [writeUint(0, 64), writeCoins(1n)];
  const bits = [writeUint(internalTransfer, 32), query, writeCoins(units), writeAddress(from)];
  return withPayload([...bits, noAddress, forwarded].join(''), memo);
}

function writeNotice(units: bigint, from: string, memo: string | null): TonCell {
  const bits = [writeUint(transferNotification, 32), writeUint(0, 64), writeCoins(units)];
  return withPayload([...bits, writeAddress(from)].join(''), memo);
}

/** What the payer adds stands in the cell itself (0), or in another (1). */
function withPayload(bits: string, memo: string | null): TonCell {
  return memo === null
    ? { bits: `${bits}0`, ref: null }
    : { bits: `${bits}1`, ref: writeComment(memo) };
}

/** A body as the API writes it. */
export function encodeBody({ body }: Message): string {
  return encodeCells(body);
}
