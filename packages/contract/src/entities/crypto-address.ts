import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { blockchainSchema } from './blockchain.ts';

/**
 * The address that a player sends coins to (§3 "Crypto response"). Its characters are those of the
 * chains: what a payment URI or the eye could take for something else is refused.
 */
export const cryptoAddressSchema = z.object({
  depositAddress: z.string().check(z.maxLength(128), z.regex(/^[A-Za-z0-9_-]+$/)),
  /** The coin's code: `USDT`. */
  cryptoName: currencySchema,
  /** The least that should be sent, in the coin. */
  minDepositValue: decimalSchema,
  /** The exact amount of a coin package; left out where the player decides. */
  payAmount: z.optional(decimalSchema),
  /** Until when that amount is the package's price (ISO 8601); later the coin's rate decides. */
  priceUntil: z.optional(z.iso.datetime({ offset: true })),
  blockchain: blockchainSchema,
  /** The comment that must be sent with the coins, where players share an address (TON): ASCII. */
  memo: z.optional(z.string().check(z.maxLength(64), z.regex(/^[ -~]+$/))),
  /** The contract of a token; left out for the chain's own coin. */
  tokenContract: z.optional(z.string().check(z.maxLength(128), z.regex(/^[A-Za-z0-9_:-]+$/))),
  /** The number of an EVM chain (EIP-155), for the payment URI. */
  chainId: z.optional(z.int().check(z.positive())),
  created: z.optional(z.iso.datetime({ offset: true })),
  /** Seconds for which the screen waits; what is sent later is credited too. */
  lifetime: z.optional(z.number().check(z.positive())),
});

export type CryptoAddress = z.infer<typeof cryptoAddressSchema>;
