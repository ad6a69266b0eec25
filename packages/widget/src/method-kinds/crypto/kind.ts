import type { PaymentMethod } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Crypto list': '/deposit/crypto',
  'Crypto address': '/deposit/crypto/address',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** The entries of the list: a coin is one, whatever its networks (merge-networks.ts). */
function countCoins(methods: readonly PaymentMethod[]): number {
  const entries = methods.map(({ name, coin, unavailable }) =>
    coin === undefined || unavailable !== undefined ? name : coin.currency,
  );
  return new Set(entries).size;
}

/** The player sends coins to an address. */
export const kind: MethodKind = {
  cardViewTypes: [],
  takesCoins: true,
  paths,
  entry: 'Crypto address',
  groups: { names: ['crypto'], list: 'Crypto list', sizeOf: countCoins },
};
