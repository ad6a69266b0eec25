/** The chains that descend from Bitcoin. */
export type UtxoChain = 'BITCOIN' | 'DOGECOIN' | 'LITECOIN';

export const chainNetworks = ['main', 'test', 'regtest'] as const;

export type ChainNetwork = (typeof chainNetworks)[number];

/** How addresses of a network are written; the names are those of @scure/btc-signer. */
export interface UtxoNetwork {
  /** The human-readable part of BIP-173; empty: the chain has no such addresses. */
  bech32: string;
  /** The version bytes in base58. */
  pubKeyHash: number;
  scriptHash: number;
  wif: number;
}

/**
 * From the `chainparams.cpp` of the chains' own nodes. Litecoin also reads scripts under Bitcoin's
 * version (`3…`), which says nothing of the chain: here they count as addresses of Bitcoin alone.
 */
export const utxoNetworks: Readonly<Record<UtxoChain, Record<ChainNetwork, UtxoNetwork>>> = {
  BITCOIN: {
    main: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
    test: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
    regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  },
  DOGECOIN: {
    main: { bech32: '', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e },
    test: { bech32: '', pubKeyHash: 0x71, scriptHash: 0xc4, wif: 0xf1 },
    regtest: { bech32: '', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  },
  LITECOIN: {
    main: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
    test: { bech32: 'tltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
    regtest: { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
  },
};
