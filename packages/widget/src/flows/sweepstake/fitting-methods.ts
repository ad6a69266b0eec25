import {
  type CoinBox,
  compareDecimals,
  methodLimits,
  type PaymentMethod,
  validateLimits,
} from '@kassa/contract';
import type { RouteName } from '../../routing/route-names.ts';

/** Returns the first screen of paying for a package: coins have a list of their own. */
export function firstMethodsOf(methods: readonly PaymentMethod[]): RouteName {
  return methods.every(({ coin }) => coin !== undefined)
    ? 'Crypto list'
    : 'Sweepstake deposit methods';
}

interface Split {
  /** The player sends a coin, whose amount follows from its rate. */
  coins: PaymentMethod[];
  fitting: PaymentMethod[];
  /** The limits exclude the price. */
  others: PaymentMethod[];
}

/** Splits the methods by whether they take the price of a package. */
export function splitByPrice(
  methods: readonly PaymentMethod[],
  { price, priceCurrencyCode }: Pick<CoinBox, 'price' | 'priceCurrencyCode'>,
  country: string,
): Split {
  const takesPrice = (method: PaymentMethod) => {
    const limits = methodLimits(method, priceCurrencyCode, country);
    if (validateLimits(limits) !== null) return false;
    return compareDecimals(limits.min, price) <= 0 && compareDecimals(price, limits.max) <= 0;
  };
  const coins = methods.filter(({ coin }) => coin !== undefined);
  const rest = methods.filter(({ coin }) => coin === undefined);
  return {
    coins,
    fitting: rest.filter(takesPrice),
    others: rest.filter((method) => !takesPrice(method)),
  };
}
