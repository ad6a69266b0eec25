import type { ChainName } from '../chain-facts.ts';
import { chainFacts } from '../chain-facts.ts';
import { readTonAddress } from './ton-address.ts';
import { isTronAddress } from './tron-address.ts';
import { readScript } from './utxo-script.ts';

/** A recipient as nodes report it, or why an address can't be one. */
export type ReadAddress = { to: string } | { problem: string };

/**
 * Reads an address that somebody pasted: to a script in hex (Bitcoin and its relatives), to
 * `0x…` in lower case, to `T…`, or to a raw address of TON.
 */
export function readAddress(blockchain: ChainName, text: string): ReadAddress {
  const fact = chainFacts[blockchain];
  const wrong = { problem: `This is no address of ${fact.name}.` };
  switch (fact.family) {
    case 'utxo':
      return readScript(blockchain, text) ?? wrong;
    case 'evm':
      return /^0x[0-9a-fA-F]{40}$/.test(text) ? { to: text.toLowerCase() } : wrong;
    case 'tron':
      return isTronAddress(text) ? { to: text } : wrong;
    case 'ton': {
      const to = readTonAddress(text);
      return to === null ? wrong : { to };
    }
  }
}
