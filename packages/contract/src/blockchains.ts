import type { Blockchain } from './entities/blockchain.ts';

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
  /** The protocol that its nodes and addresses share with other chains. */
  family: 'utxo' | 'evm' | 'tron' | 'ton';
  /** The chain's own coin, in which its fees are paid, and the decimals of its smallest unit. */
  coin: string;
  decimals: number;
}

/**
 * The block counts come from §9, which has none for Dogecoin: 20 of its blocks take as long as 8 of
 * Litecoin, with which it is mined. The spec leaves the intervals open; they are the networks' own.
 */
export const blockchains: Record<Blockchain, BlockchainFact> = {
  BINANCE_SMART_CHAIN: {
    network: 'BEP-20',
    confirmations: 16,
    blockMs: 3_000,
    explorerUrl: 'https://bscscan.com/tx/',
    name: 'BNB Smart Chain',
    family: 'evm',
    coin: 'BNB',
    decimals: 18,
  },
  BITCOIN: {
    network: 'Bitcoin',
    confirmations: 5,
    blockMs: 600_000,
    explorerUrl: 'https://mempool.space/tx/',
    name: 'Bitcoin',
    family: 'utxo',
    coin: 'BTC',
    decimals: 8,
  },
  DOGECOIN: {
    network: 'Dogecoin',
    confirmations: 20,
    blockMs: 60_000,
    explorerUrl: 'https://dogechain.info/tx/',
    name: 'Dogecoin',
    family: 'utxo',
    coin: 'DOGE',
    decimals: 8,
  },
  ETHEREUM: {
    network: 'ERC-20',
    confirmations: 16,
    blockMs: 12_000,
    explorerUrl: 'https://etherscan.io/tx/',
    name: 'Ethereum',
    family: 'evm',
    coin: 'ETH',
    decimals: 18,
  },
  LITECOIN: {
    network: 'Litecoin',
    confirmations: 5,
    blockMs: 150_000,
    explorerUrl: 'https://litecoinspace.org/tx/',
    name: 'Litecoin',
    family: 'utxo',
    coin: 'LTC',
    decimals: 8,
  },
  TON: {
    network: 'TON',
    confirmations: 8,
    blockMs: 5_000,
    explorerUrl: 'https://tonviewer.com/transaction/',
    name: 'TON',
    family: 'ton',
    coin: 'TON',
    decimals: 9,
  },
  TRON: {
    network: 'TRC-20',
    confirmations: 20,
    blockMs: 3_000,
    explorerUrl: 'https://tronscan.org/#/transaction/',
    name: 'TRON',
    family: 'tron',
    coin: 'TRX',
    decimals: 6,
  },
};
