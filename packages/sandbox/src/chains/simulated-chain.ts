import { type ChainName, chainFacts } from './chain-facts.ts';
import type { ChainEntry, Fate, SimulatedTransaction } from './chain-journal.ts';
import { digest } from './simulated-digest.ts';

/** A block of a simulated chain. */
export interface SimulatedBlock {
  height: number;
  /** 64 hex digits, as is the parent's. */
  hash: string;
  parentHash: string;
  /** Epoch milliseconds, of a whole second. */
  minedAt: number;
  transactions: readonly SimulatedTransaction[];
}

/** A transaction with its block; null while it waits for one. */
export interface PlacedTransaction {
  transaction: SimulatedTransaction;
  block: SimulatedBlock | null;
}

/** The height at which every simulated chain begins; the blocks up to it are empty. */
export const firstHeight = 100;

const startedAt = Date.UTC(2026, 0, 1);
const noHash = '0'.repeat(64);

/**
 * One simulated blockchain: blocks, and the payments that wait for one. It has no consensus, no
 * keys and no balances; it only looks like a chain to those who read it. Its state follows from
 * the entries that it is given, so that a replay leads to the same hashes.
 */
export class SimulatedChain {
  readonly blockchain: ChainName;
  /** What was chosen on its page; null: nothing. */
  isMinerOn: boolean | null = null;
  readonly #blocks: SimulatedBlock[] = [];
  /** Dropped blocks too: nodes keep them. */
  readonly #byHash = new Map<string, SimulatedBlock>();
  readonly #pending = new Map<string, SimulatedTransaction>();
  /** Makes the hashes of a new branch differ from those of the old one. */
  #branch = 0;

  constructor(blockchain: ChainName) {
    this.blockchain = blockchain;
    for (let height = 0; height <= firstHeight; height += 1) {
      this.#append(startedAt + height * 1000, []);
    }
  }

  get tip(): SimulatedBlock {
    return this.#blocks.at(-1) as SimulatedBlock;
  }

  /** The block at a height of the current branch. */
  at(height: number): SimulatedBlock | undefined {
    return this.#blocks[height];
  }

  /** A block by its hash, also one that is no longer in the current branch. */
  byHash(hash: string): SimulatedBlock | undefined {
    return this.#byHash.get(hash);
  }

  isCurrent(block: SimulatedBlock): boolean {
    return this.at(block.height)?.hash === block.hash;
  }

  /** The payments that wait for a block, oldest first. */
  pending(): SimulatedTransaction[] {
    return [...this.#pending.values()];
  }

  /** The transactions of blocks up to a height, oldest first. */
  mined(height = this.tip.height): SimulatedTransaction[] {
    return this.#blocks.slice(0, height + 1).flatMap(({ transactions }) => transactions);
  }

  /** The newest blocks, newest first. */
  newest(count: number): SimulatedBlock[] {
    return this.#blocks.slice(-count).reverse();
  }

  find(txid: string): PlacedTransaction | undefined {
    const waiting = this.#pending.get(txid);
    if (waiting !== undefined) return { transaction: waiting, block: null };
    const block = this.#blocks.findLast(({ transactions }) =>
      transactions.some(({ id }) => id === txid),
    );
    const transaction = block?.transactions.find(({ id }) => id === txid);
    return block && transaction && { transaction, block };
  }

  /** Whether a payment waits for a block, or has fewer blocks than so many. */
  hasUnsettled(confirmations: number): boolean {
    if (this.#pending.size > 0) return true;
    return this.newest(confirmations).some(({ transactions }) => transactions.length > 0);
  }

  apply(entry: ChainEntry): void {
    switch (entry.kind) {
      case 'sent':
        this.#pending.set(entry.transaction.id, entry.transaction);
        break;
      case 'mined':
        this.#mine(entry.count, entry.at);
        break;
      case 'reorganised':
        this.#reorganise(entry.depth, entry.fate, entry.at);
        break;
      case 'replaced':
        this.#pending.delete(entry.txid);
        this.#pending.set(entry.transaction.id, entry.transaction);
        break;
      case 'minerSet':
        this.isMinerOn = entry.isOn;
        break;
    }
  }

  /** The first of the blocks has all that waits. */
  #mine(count: number, at: number): void {
    for (let block = 0; block < count; block += 1) {
      const transactions = this.pending();
      this.#pending.clear();
      this.#append(at, transactions);
    }
  }

  /** The new branch is one block longer than the one that it replaces. */
  #reorganise(depth: number, fate: Fate, at: number): void {
    const dropped = this.#blocks.splice(-depth);
    const transactions = dropped.flatMap((block) => block.transactions);
    this.#branch += 1;
    if (fate === 'pending') {
      const waiting = this.pending();
      this.#pending.clear();
      for (const one of [...transactions, ...waiting]) this.#pending.set(one.id, one);
    }
    const next = fate === 'again' ? transactions : transactions.flatMap(this.#takeBack);
    this.#append(at, fate === 'pending' ? [] : next);
    for (let block = 0; block < depth; block += 1) this.#append(at, []);
  }

  /** On a chain with outputs, money that never arrives was spent by another transaction. */
  readonly #takeBack = (transaction: SimulatedTransaction): SimulatedTransaction[] =>
    chainFacts[this.blockchain].family === 'utxo' ? [backToSender(transaction, this.#branch)] : [];

  #append(at: number, transactions: readonly SimulatedTransaction[]): void {
    const parent = this.#blocks.at(-1);
    const height = this.#blocks.length;
    const parentHash = parent?.hash ?? noHash;
    const minedAt = Math.max(Math.floor(at / 1000) * 1000, parent?.minedAt ?? 0);
    const ids = transactions.map(({ id }) => id);
    const { firstHash } = chainFacts[this.blockchain];
    const hash =
      height === 0 && firstHash !== undefined
        ? firstHash
        : digest(this.blockchain, this.#branch, height, parentHash, minedAt, ...ids);
    const block = { height, hash, parentHash, minedAt, transactions };
    this.#blocks.push(block);
    this.#byHash.set(hash, block);
  }
}

/** A transaction that spends the same money to its sender, at a higher fee. */
export function backToSender(
  transaction: SimulatedTransaction,
  salt: string | number,
): SimulatedTransaction {
  const { raw: _, ...invented } = transaction;
  return {
    ...invented,
    id: digest(transaction.id, 'back to its sender', salt),
    to: scriptOf(transaction.sender),
    feeRate: transaction.feeRate * 2,
  };
}

/** The script of a sender: OP_0 and the hash of a key. */
export function scriptOf(sender: string): string {
  return `0014${sender}`;
}
