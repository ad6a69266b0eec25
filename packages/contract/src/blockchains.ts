import * as z from 'zod/mini';

/** A blockchain on the wire (§3 "Blockchain table"). */
export const blockchainSchema = z.enum([
  'BINANCE_SMART_CHAIN',
  'BITCOIN',
  'ETHEREUM',
  'LITECOIN',
  'TON',
  'TRON',
]);

export type Blockchain = z.infer<typeof blockchainSchema>;

interface BlockchainFact {
  /** The network's name for `confirmationMinutesOf`. */
  network: string;
  /** Blocks after which a transaction counts as confirmed (§9). */
  confirmations: number;
  /** The approximate time per block; the widget's counter advances by it (§4). */
  blockMs: number;
  /** The address of the block explorer; a transaction's id is appended to it. */
  explorerUrl: string;
  name: string;
}

/**
 * The block counts come from §9. The spec leaves the intervals open; they are the networks' own.
 */
export const blockchains: Record<Blockchain, BlockchainFact> = {
  BINANCE_SMART_CHAIN: {
    network: 'BEP-20',
    confirmations: 16,
    blockMs: 3_000,
    explorerUrl: 'https://bscscan.com/tx/',
    name: 'BNB Smart Chain',
  },
  BITCOIN: {
    network: 'Bitcoin',
    confirmations: 5,
    blockMs: 600_000,
    explorerUrl: 'https://mempool.space/tx/',
    name: 'Bitcoin',
  },
  ETHEREUM: {
    network: 'ERC-20',
    confirmations: 16,
    blockMs: 12_000,
    explorerUrl: 'https://etherscan.io/tx/',
    name: 'Ethereum',
  },
  LITECOIN: {
    network: 'Litecoin',
    confirmations: 5,
    blockMs: 150_000,
    explorerUrl: 'https://litecoinspace.org/tx/',
    name: 'Litecoin',
  },
  TON: {
    network: 'TON',
    confirmations: 8,
    blockMs: 5_000,
    explorerUrl: 'https://tonviewer.com/transaction/',
    name: 'TON',
  },
  TRON: {
    network: 'TRC-20',
    confirmations: 20,
    blockMs: 3_000,
    explorerUrl: 'https://tronscan.org/#/transaction/',
    name: 'TRON',
  },
};
