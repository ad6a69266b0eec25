import { createHash } from 'node:crypto';
import {
  type ChainBlock,
  ChainError,
  type ChainFault,
  type ChainSource,
  type ChainSpend,
  type ChainTransfer,
} from '../connectors/chain-rail.ts';

/** A payment that a test sends. */
export type Sent = Partial<ChainTransfer> & Pick<ChainTransfer, 'target' | 'units'>;

let sequence = 0;

/** Makes the hash of a block or transaction that no other has. */
function makeHash(): string {
  sequence += 1;
  return createHash('sha256').update(`stand-in ${sequence}`).digest('hex');
}

/** A chain in memory for tests of the watcher: blocks, a waiting room, and nodes with faults. */
export class StandInChain {
  blocks: ChainBlock[] = [];
  waiting: { transfer: ChainTransfer; spends: ChainSpend[] }[] = [];
  /** Payments that a block has, though they moved nothing. */
  readonly failed = new Set<string>();

  constructor(height = 100) {
    this.mine(1, height);
  }

  /** Mines blocks; the first one takes all that waits. */
  mine(count = 1, from = this.height + 1): ChainBlock[] {
    const mined = Array.from({ length: count }, (_, offset) => {
      const taken = this.waiting.splice(0);
      return {
        height: from + offset,
        hash: makeHash(),
        parentHash: '',
        minedAt: new Date(),
        transfers: taken.map(({ transfer }) => transfer),
        spends: taken.flatMap(({ spends }) => spends),
      };
    });
    for (const block of mined) {
      block.parentHash = this.blocks.at(-1)?.hash ?? '';
      this.blocks.push(block);
    }
    return mined;
  }

  get height(): number {
    return this.blocks.at(-1)?.height ?? 0;
  }

  /** Sends a payment to the waiting room. */
  send(sent: Sent, spends: Omit<ChainSpend, 'spentBy'>[] = []): ChainTransfer {
    const transfer = { txid: makeHash(), index: '0', memo: null, contract: null, ...sent };
    const spent = spends.map((spend) => ({ ...spend, spentBy: transfer.txid }));
    this.waiting.push({ transfer, spends: spent });
    return transfer;
  }

  /** Takes the newest blocks away; their payments wait again, or are gone. */
  undo(count: number, { areGone = false } = {}): void {
    const undone = this.blocks.splice(-count);
    if (areGone) return;
    for (const transfer of undone.flatMap(({ transfers }) => transfers)) {
      this.waiting.push({ transfer, spends: [] });
    }
  }

  /** A node of the chain. */
  node({ host = 'node.example', hasWaitingRoom = true } = {}): StandInNode {
    return new StandInNode(this, host, hasWaitingRoom);
  }
}

/** A node of a {@link StandInChain}; a test gives it a fault, or another chain. */
export class StandInNode implements ChainSource {
  fault: ChainFault | null = null;
  /** The most blocks that were asked for at once. */
  largestRange = 0;
  readonly batchSize = 50;
  readonly host: string;
  readonly pending?: NonNullable<ChainSource['pending']>;
  readonly isPending?: NonNullable<ChainSource['isPending']>;
  #chain: StandInChain;

  constructor(chain: StandInChain, host: string, hasWaitingRoom: boolean) {
    this.#chain = chain;
    this.host = host;
    if (!hasWaitingRoom) return;
    const told = new Set<string>();
    this.pending = async () => {
      const fresh = this.#ask().waiting.filter(({ transfer }) => !told.has(transfer.txid));
      for (const { transfer } of fresh) told.add(transfer.txid);
      return {
        transfers: fresh.map(({ transfer }) => transfer),
        spends: fresh.flatMap(({ spends }) => spends),
      };
    };
    this.isPending = async (txid) =>
      this.#ask().waiting.some(({ transfer }) => transfer.txid === txid);
  }

  /** Makes it a node of another chain. */
  follow(chain: StandInChain): void {
    this.#chain = chain;
  }

  tip = async () => {
    const tip = this.#ask().blocks.at(-1);
    if (tip === undefined) throw new ChainError('syncing', 'no block yet');
    return tip;
  };

  hashAt = async (height: number) =>
    this.#ask().blocks.find((block) => block.height === height)?.hash ?? null;

  blocks = async (from: number, to: number) => {
    this.largestRange = Math.max(this.largestRange, to - from + 1);
    return this.#ask().blocks.filter(({ height }) => height >= from && height <= to);
  };

  hasMoved = async ({ txid }: ChainTransfer) => !this.#ask().failed.has(txid);

  #ask(): StandInChain {
    if (this.fault !== null) throw new ChainError(this.fault, `${this.host} plays a fault`);
    return this.#chain;
  }
}
