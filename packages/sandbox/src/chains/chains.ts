import { join } from 'node:path';
import { type Journal, openJournalOf } from '../journal.ts';
import type { ChainDriver } from './chain-driver.ts';
import { type ChainName, chainNames } from './chain-facts.ts';
import { type ChainEntry, chainEntrySchema } from './chain-journal.ts';
import type { NodeDriver } from './real/node-driver.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { SimulatedDriver } from './simulated-driver.ts';

interface ChainsOptions {
  /** The folder of the sandbox's data; the chains have a folder of their own there. */
  dataFolder: string;
  /** The time between two blocks of the automatic miner. */
  blockMs: number;
  /** Whether all miners are on until a page turns one off. */
  isMinedByItself: boolean;
  /** How long such a chain leaves its page to a visitor. */
  restMs: number;
  /** Test nodes on this machine that take the place of simulated chains. */
  nodes?: readonly NodeDriver[];
}

/** The automatic miner rests once all payments have so many blocks: more than any chain asks for. */
const settledAfter = 24;

/** All chains of the sandbox: the simulated ones in memory, with a journal that keeps them over a restart. */
export class Chains {
  readonly #journal: Journal<ChainEntry>;
  readonly #chains: ReadonlyMap<ChainName, SimulatedChain>;
  readonly #simulated: ReadonlyMap<ChainName, SimulatedDriver>;
  readonly #drivers: ReadonlyMap<ChainName, ChainDriver>;
  readonly #nodes: readonly NodeDriver[];
  readonly #timer: NodeJS.Timeout;
  readonly #options: Pick<ChainsOptions, 'isMinedByItself' | 'restMs'>;
  /** When each page was last visited, by the monotonic clock. */
  readonly #visits = new Map<ChainName, number>();

  /** @throws if the journal is damaged. */
  constructor({ dataFolder, blockMs, nodes = [], ...options }: ChainsOptions) {
    this.#options = options;
    this.#journal = openJournalOf(join(dataFolder, 'chains'), chainEntrySchema);
    this.#chains = new Map(chainNames.map((name) => [name, new SimulatedChain(name)]));
    for (const entry of this.#journal.history) this.#chains.get(entry.blockchain)?.apply(entry);
    this.#nodes = nodes;
    const simulated = [...this.#chains.values()].map(
      (chain) =>
        new SimulatedDriver(chain, (entry) => this.#record(chain, entry), options.isMinedByItself),
    );
    this.#simulated = new Map(simulated.map((driver) => [driver.blockchain, driver]));
    this.#drivers = new Map(
      [...simulated, ...nodes].map((driver) => [driver.blockchain, driver] as const),
    );
    if (options.isMinedByItself) for (const node of nodes) node.setMiner(true).catch(console.error);
    this.#timer = setInterval(() => this.#mineAutomatically(), blockMs);
    this.#timer.unref();
  }

  /** Every chain as the page drives it. */
  drivers(): ChainDriver[] {
    return [...this.#drivers.values()];
  }

  driver(blockchain: ChainName): ChainDriver {
    return this.#drivers.get(blockchain) as ChainDriver;
  }

  /** The simulated chain of a blockchain, unless a test node takes its place. */
  simulated(blockchain: ChainName): SimulatedChain | undefined {
    return this.node(blockchain) === undefined ? this.#chains.get(blockchain) : undefined;
  }

  /** The driver of its simulated chain. */
  simulatedDriver(blockchain: ChainName): SimulatedDriver {
    return this.#simulated.get(blockchain) as SimulatedDriver;
  }

  node(blockchain: ChainName): NodeDriver | undefined {
    return this.#nodes.find((node) => node.blockchain === blockchain);
  }

  /** Leaves a chain to the visitor of its page for a while, so that they can mine it by hand. */
  visit(blockchain: ChainName): void {
    this.#visits.set(blockchain, performance.now());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#journal.close();
    await Promise.all(this.#nodes.map((node) => node.stop()));
  }

  #record(chain: SimulatedChain, entry: ChainEntry): void {
    this.#journal.append(entry);
    chain.apply(entry);
  }

  #isDue({ isMinerOn, blockchain }: SimulatedChain): boolean {
    if (isMinerOn !== null) return isMinerOn;
    const { isMinedByItself, restMs } = this.#options;
    const visitedAt = this.#visits.get(blockchain) ?? Number.NEGATIVE_INFINITY;
    return isMinedByItself && performance.now() - visitedAt >= restMs;
  }

  #mineAutomatically(): void {
    for (const chain of this.#chains.values()) {
      if (!this.#isDue(chain) || !chain.hasUnsettled(settledAfter)) continue;
      const { blockchain } = chain;
      this.#record(chain, { kind: 'mined', blockchain, count: 1, at: Date.now() });
    }
    for (const node of this.#nodes) node.mineAutomatically().catch(console.error);
  }
}
