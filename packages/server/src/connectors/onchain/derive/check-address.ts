import { type Blockchain, blockchains } from '@kassa/contract';
import { hex } from '@scure/base';
import { getAddress } from 'viem/utils';
import { asHex } from './evm-address.ts';
import { formatTonAddress, parseTonAddress, toRawTon } from './ton-address.ts';
import { decodeTronAddress } from './tron-address.ts';
import { type ChainNetwork, type UtxoChain, utxoNetworks } from './utxo-networks.ts';
import { decodeUtxoAddress } from './utxo-script.ts';

export type CheckedAddress =
  | {
      isValid: true;
      /** As people and explorers write it. */
      address: string;
      /** As blocks are searched for it (`DerivedAddress.target`). */
      target: string;
    }
  | { isValid: false; problem: string };

/**
 * Checks that a text is an address of a chain and network, with its checksum. Chains with accounts
 * write addresses of all their networks alike, except for TON's mark of the test network.
 */
export function checkAddress(
  text: string,
  blockchain: Blockchain,
  network: ChainNetwork,
): CheckedAddress {
  switch (blockchain) {
    case 'BITCOIN':
    case 'DOGECOIN':
    case 'LITECOIN':
      return checkUtxoAddress(text, blockchain, network);
    case 'ETHEREUM':
    case 'BINANCE_SMART_CHAIN':
      return checkEvmAddress(text);
    case 'TRON':
      return decodeTronAddress(text) === null
        ? refuse('must be an address of TRON such as "T…"')
        : { isValid: true, address: text, target: text };
    case 'TON':
      return checkTonAddress(text, network);
  }
}

function checkUtxoAddress(
  text: string,
  blockchain: UtxoChain,
  network: ChainNetwork,
): CheckedAddress {
  const parameters = utxoNetworks[blockchain][network];
  const script = decodeUtxoAddress(text, parameters);
  if (script === null) {
    const { name } = blockchains[blockchain];
    return refuse(`must be an address of ${name}, of the network "${network}"`);
  }
  // In capitals, which make codes smaller, it is the same address.
  const small = text.toLowerCase();
  const isWitness = parameters.bech32 !== '' && small.startsWith(`${parameters.bech32}1`);
  return { isValid: true, address: isWitness ? small : text, target: hex.encode(script) };
}

/**
 * EIP-55: mixed cases are a checksum. An address in one case has none. The zero address is nobody's:
 * what is sent there is lost.
 */
function checkEvmAddress(text: string): CheckedAddress {
  if (!/^0x[0-9A-Fa-f]{40}$/.test(text)) return refuse('must be an address such as "0x…"');
  const digits = text.slice(2);
  if (/^0+$/.test(digits)) return refuse('is the address of nobody');
  const address = getAddress(asHex(digits.toLowerCase()));
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!hasOneCase && address !== text) {
    return refuse('has a wrong checksum (capital and small letters): a character is mistyped');
  }
  return { isValid: true, address, target: address.toLowerCase() };
}

function checkTonAddress(text: string, network: ChainNetwork): CheckedAddress {
  const account = parseTonAddress(text);
  if (account === null) {
    return refuse('must be an address of TON such as "UQ…", with its checksum');
  }
  if (account.isTestOnly && network === 'main') return refuse('is for the test network only');
  const isTestOnly = network !== 'main';
  const address = formatTonAddress(account, { isBounceable: false, isTestOnly });
  return { isValid: true, address, target: toRawTon(account) };
}

function refuse(problem: string): CheckedAddress {
  return { isValid: false, problem };
}
