import { type Blockchain, blockchains } from '@kassa/contract';
import { checkAddress } from './onchain/derive/check-address.ts';
import { chainNetworks } from './onchain/derive/utxo-networks.ts';

/**
 * Returns the one form of a chain's address, whatever its spelling: the form that a hot wallet pays
 * (`HotWallet.readDestination`). Null if it is no address of one of the chain's networks.
 */
export function toChainAddress(text: string, blockchain: Blockchain): string | null {
  const bare = withoutScheme(text.trim(), blockchain);
  for (const network of chainNetworks) {
    const checked = checkAddress(bare, blockchain, network);
    if (checked.isValid) return checked.address;
  }
  return null;
}

/** The scheme of a payment link before nothing but an address: `BITCOIN:BC1Q…` in a QR code. */
const schemes: Readonly<Partial<Record<Blockchain, RegExp>>> = {
  BITCOIN: /^bitcoin:/i,
  DOGECOIN: /^dogecoin:/i,
  LITECOIN: /^litecoin:/i,
  ETHEREUM: /^ethereum:/i,
  TON: /^ton:\/\/transfer\//i,
  TRON: /^tron:/i,
};

function withoutScheme(text: string, blockchain: Blockchain): string {
  const scheme = schemes[blockchain];
  const bare = scheme === undefined ? text : text.replace(scheme, '');
  return blockchains[blockchain].family === 'evm' ? bare.replace(/^0X/, '0x') : bare;
}
