import { createHash, randomBytes } from 'node:crypto';
import type { ChainBlock, ChainSource } from '@kassa/server/testing';

/** What a block holds. */
export type BlockContent = Pick<ChainBlock, 'transfers' | 'spends'>;

/** The most blocks of one request, as of a node's client. */
const batchSize = 20;
/** The height that the watcher begins with. */
export const firstHeight = 900_000;

/** A chain in memory, as one node of it shows it. A block's hash follows from its height. */
export class GeneratedChain implements ChainSource {
  readonly host = 'node.example';
  readonly batchSize = batchSize;
  height = firstHeight;
  /** The newest block that was read, and when (`performance.now()`). */
  lastRead = { height: firstHeight, at: 0 };
  contentOf: (height: number) => BlockContent;
  /** How often blocks were replaced, by height. */
  readonly #replaced = new Map<number, number>();

  constructor(contentOf: (height: number) => BlockContent) {
    this.contentOf = contentOf;
  }

  /** Replaces the newest blocks by ones with the same payments, and adds another. */
  reorganise(count: number): void {
    for (let height = this.height - count + 1; height <= this.height; height += 1) {
      this.#replaced.set(height, (this.#replaced.get(height) ?? 0) + 1);
    }
    this.height += 1;
  }

  tip = async () => ({
    height: this.height,
    hash: this.#hash(this.height),
    minedAt: new Date(),
  });

  hashAt = async (height: number) => (height > this.height ? null : this.#hash(height));

  blocks = async (from: number, to: number) => {
    const blocks = Array.from({ length: to - from + 1 }, (_, index) => ({
      height: from + index,
      hash: this.#hash(from + index),
      parentHash: this.#hash(from + index - 1),
      minedAt: new Date(),
      ...this.contentOf(from + index),
    }));
    this.lastRead = { height: to, at: performance.now() };
    return blocks;
  };

  #hash(height: number): string {
    const times = this.#replaced.get(height) ?? 0;
    return createHash('sha256').update(`block ${height} ${times}`).digest('hex');
  }
}

/** The script of the address of a number; `fill-addresses.ts` writes the same. */
function targetOf(number: number): string {
  const hash = createHash('sha256').update(String(number)).digest('hex');
  return `0014${hash.slice(0, 40)}`;
}

/** Generates a block: payments to watched addresses, and to strangers up to `count`. */
export function makeContent(
  count: number,
  watched: readonly number[],
  spent: BlockContent['transfers'] = [],
): BlockContent {
  const targets = Array.from({ length: count }, () => `0014${randomHex(20)}`);
  // They stand among the others.
  for (const [nth, number] of watched.entries()) {
    targets[Math.floor(((nth + 0.5) * count) / watched.length)] = targetOf(number);
  }
  return {
    transfers: targets.map((target) => ({
      txid: randomHex(32),
      index: '0',
      target,
      memo: null,
      contract: null,
      units: 100_000n,
    })),
    spends: targets.map((_, nth) => ({
      txid: spent[nth]?.txid ?? randomHex(32),
      index: '0',
      spentBy: randomHex(32),
    })),
  };
}

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');
