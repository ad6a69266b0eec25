import type { Decimal } from '@kassa/contract';

/** A coin or token that a rail takes. */
export interface ChainCoin {
  currency: string;
  /** The token's contract in canonical form; null: the chain's own coin. */
  contract: string | null;
  /** The same as players and explorers write it. */
  shownContract: string | null;
  decimals: number;
  /** Less than this is not credited by itself. */
  dust: Decimal;
}
