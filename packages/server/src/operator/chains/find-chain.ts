import { blockchainSchema, CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import type { ChainCoin } from '../../connectors/chain-coin.ts';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import { OperatorError } from '../operator-error.ts';

/** The request fields that name a chain. */
export const chainFields = {
  account: z
    .string()
    .check(z.minLength(1), z.maxLength(100), z.describe("the account in the brand's settings")),
  blockchain: blockchainSchema.check(z.describe('such as BITCOIN')),
};

/** The same as filters of a list. */
export const chainFilters = {
  account: z.optional(chainFields.account),
  blockchain: z.optional(chainFields.blockchain),
};

/**
 * Returns a chain that the brand's account takes money on.
 * @throws OperatorError chain.notFound
 */
export function findRail(
  { brands }: Pick<Core, 'brands'>,
  brandId: string,
  { account, blockchain }: { account: string; blockchain: ChainRail['blockchain'] },
): ChainRail {
  const rail = brands.get(brandId)?.accounts.get(account)?.rails.get(blockchain);
  if (rail !== undefined) return rail;
  throw new OperatorError('chain.notFound', 'There is no such account, or not on this chain.');
}

/** @throws CallError request.invalid if the chain's account doesn't take the coin */
export function findCoin({ coins, blockchain }: ChainRail, currency: string): ChainCoin {
  const coin = coins.get(currency);
  if (coin !== undefined) return coin;
  const message = `coin: this account takes ${[...coins.keys()].join(', ')} on ${blockchain}`;
  throw new CallError('request.invalid', message, { field: 'coin' });
}
