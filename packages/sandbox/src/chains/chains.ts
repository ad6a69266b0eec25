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

  /** @throws if the journal is damaged. */
  constructor({ dataFolder, blockMs, nodes = [] }: ChainsOptions) {
    this.#journal = openJournalOf(join(dataFolder, 'chains'), chainEntrySchema);
    this.#chains = new Map(chainNames.map((name) => [name, new SimulatedChain(name)]));
    for (const entry of this.#journal.history) this.#chains.get(entry.blockchain)?.apply(entry);
    this.#nodes = nodes;
    const simulated = [...this.#chains.values()].map(
      (chain) => new SimulatedDriver(chain, (entry) => this.#record(chain, entry)),
    );
    this.#simulated = new Map(simulated.map((driver) => [driver.blockchain, driver]));
    this.#drivers = new Map(
      [...simulated, ...nodes].map((driver) => [driver.blockchain, driver] as const),
    );
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

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#journal.close();
    await Promise.all(this.#nodes.map((node) => node.stop()));
  }

  #record(chain: SimulatedChain, entry: ChainEntry): void {
    this.#journal.append(entry);
    chain.apply(entry);
  }

  #mineAutomatically(): void {
    for (const chain of this.#chains.values()) {
      if (!chain.isMinerOn || !chain.hasUnsettled(settledAfter)) continue;
      const { blockchain } = chain;
      this.#record(chain, { kind: 'mined', blockchain, count: 1, at: Date.now() });
    }
    for (const node of this.#nodes) node.mineAutomatically().catch(console.error);
  }
}
