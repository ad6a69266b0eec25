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

/** §9: minutes until a payment in a coin counts as confirmed, by the network that it travels on. */
const confirmationMinutes = {
  Bitcoin: 15,
  Monero: 10,
  'Bitcoin Cash': 10,
  'ERC-20': 10,
  'TRC-20': 5,
  'BEP-20': 5,
  Litecoin: 5,
  Dash: 5,
  Dogecoin: 5,
  Zcash: 5,
  Ripple: 3,
  Stellar: 3,
} as const satisfies Record<string, number>;

const minutesByNetwork: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  Object.entries(confirmationMinutes),
);

/** §9's minutes for the other networks. */
const defaultConfirmationMinutes = 10;

/**
 * How long a payment takes to be confirmed (§9), in minutes: what the catalogue shows before paying,
 * and the complete page after it.
 * @param network - as the catalogue names it: `TRC-20`, `Bitcoin`
 */
export function confirmationMinutesOf(network: string | undefined): number {
  return minutesByNetwork.get(network ?? '') ?? defaultConfirmationMinutes;
}

interface BlockchainFact {
  /** What {@link confirmationMinutesOf} knows it by. */
  network: string;
  /** Blocks after which a transaction counts as confirmed (§9). */
  confirmations: number;
  /** How long a block takes, about: the counter moves on by itself after it (§4). */
  blockMs: number;
  /** Where a transaction can be looked at; its id goes behind. */
  explorerUrl: string;
  name: string;
}

/** Block counts are §9's; the intervals, which the spec leaves open, are the networks' own. */
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
