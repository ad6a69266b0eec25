import type { ChainDriver } from '../chain-driver.ts';

/** A test node of this machine that takes the place of a simulated chain. */
export interface NodeDriver extends ChainDriver {
  node: string;
  /**
   * Passes a request of JSON-RPC on to the node, and its answer back.
   * @param path - below the node's address, as of one of its wallets
   */
  forward: (body: string, path?: string) => Promise<{ status: number; text: string }>;
  /** Mines a block if the automatic miner is on and payments are fresh. */
  mineAutomatically: () => Promise<void>;
  /** Ends the node's process. Its chain stays. */
  stop: () => Promise<void>;
}

/** How a node's JSON-RPC is reached. */
interface NodeAddress {
  url: string;
  /** Of the header `Authorization`. */
  authorization?: string;
}

/** Builds the function that passes requests on; the node's password stays here. */
export function buildForward({ url, authorization }: NodeAddress): NodeDriver['forward'] {
  const headers = {
    'content-type': 'application/json',
    ...(authorization !== undefined && { authorization }),
  };
  return async (body, path = '') => {
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
}

/** Blocks after the last payment that the automatic miner mines: more than any chain asks for. */
const settledAfter = 24;

/** The automatic miner of a test node, which rests once all payments are settled. */
export class NodeMiner {
  isOn = false;
  #blocksLeft = 0;

  /** Says that a payment was sent or moved. */
  wake(): void {
    this.#blocksLeft = settledAfter;
  }

  set(isOn: boolean): void {
    this.isOn = isOn;
    this.wake();
  }

  /** Whether a block is due; counts it. */
  takeTurn(): boolean {
    if (!this.isOn || this.#blocksLeft === 0) return false;
    this.#blocksLeft -= 1;
    return true;
  }
}

/** Passes requests on, and wakes the miner for a payment that a program sends. */
export function wakeBySending(
  forward: NodeDriver['forward'],
  miner: NodeMiner,
): NodeDriver['forward'] {
  return (body, path) => {
    if (/"(eth_sendRawTransaction|sendrawtransaction)"/.test(body)) miner.wake();
    return forward(body, path);
  };
}
