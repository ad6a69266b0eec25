import { blockchains } from './blockchains.ts';
import type { CryptoAddress } from './entities/crypto-address.ts';

/** What a payment URI asks a wallet to pay to. */
export interface PaymentTarget {
  address: string;
  memo: string | null;
  tokenContract: string | null;
  /** In the chain's own coin; null where it names none. */
  amount: string | null;
}

type Payable = Pick<
  CryptoAddress,
  'blockchain' | 'depositAddress' | 'memo' | 'tokenContract' | 'chainId' | 'payAmount'
>;

/** The schemes of BIP-21 and of the coins that follow it. */
const utxoSchemes: Readonly<Record<string, string>> = {
  BITCOIN: 'bitcoin',
  LITECOIN: 'litecoin',
  DOGECOIN: 'dogecoin',
};

/**
 * Writes the payment URI of an address: BIP-21 for Bitcoin and its relatives, with the amount where it
 * is fixed, ERC-681 for EVM chains, `tron:` and `ton://transfer/` as wallets of
 * those chains read them. Without its number an EVM chain has the address alone: a wallet would send
 * on the chain that it happens to be on.
 */
export function encodePaymentUri(payable: Payable): string {
  const { blockchain, depositAddress: address, memo, tokenContract, chainId, payAmount } = payable;
  switch (blockchains[blockchain].family) {
    case 'utxo':
      return `${utxoSchemes[blockchain]}:${address}${payAmount === undefined ? '' : `?amount=${payAmount}`}`;
    case 'evm':
      if (chainId === undefined) return address;
      if (tokenContract === undefined) return `ethereum:${address}@${chainId}`;
      return `ethereum:${tokenContract}@${chainId}/transfer?address=${address}`;
    case 'tron':
      return `tron:${address}`;
    case 'ton': {
      const query = [
        tokenContract === undefined ? '' : `jetton=${encodeURIComponent(tokenContract)}`,
        memo === undefined ? '' : `text=${encodeURIComponent(memo)}`,
      ].filter((part) => part !== '');
      return `ton://transfer/${address}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    }
  }
}

const patterns: readonly RegExp[] = [
  /^(?:bitcoin|litecoin|dogecoin|tron):(?<address>[A-Za-z0-9]+)(?:\?amount=(?<amount>\d+(?:\.\d+)?))?$/,
  /^ethereum:(?<token>0x[0-9A-Fa-f]{40})(?:@\d+)?\/transfer\?address=(?<address>0x[0-9A-Fa-f]{40})$/,
  /^ethereum:(?<address>0x[0-9A-Fa-f]{40})(?:@\d+)?$/,
  /^ton:\/\/transfer\/(?<address>[A-Za-z0-9_-]+)(?:\?(?<query>.*))?$/,
];

/**
 * Reads a payment URI of {@link encodePaymentUri} back, or a plain address; null if it is neither.
 * The widget compares what the code says with the address that it shows.
 */
export function decodePaymentUri(uri: string): PaymentTarget | null {
  if (/^[A-Za-z0-9_-]+$/.test(uri)) {
    return { address: uri, memo: null, tokenContract: null, amount: null };
  }
  for (const pattern of patterns) {
    const groups = pattern.exec(uri)?.groups;
    if (groups?.address === undefined) continue;
    const query = new URLSearchParams(groups.query ?? '');
    return {
      address: groups.address,
      memo: query.get('text'),
      tokenContract: groups.token ?? query.get('jetton'),
      amount: groups.amount ?? null,
    };
  }
  return null;
}
