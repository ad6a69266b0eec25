import type { PaymentMethod } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';
import { sharedCoin } from './shared-coin.ts';

const paths = {
  'Crypto list': '/deposit/crypto',
  'Crypto address': '/deposit/crypto/address',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** The entries of the list: a coin of several networks is one (merge-networks.ts). */
function countEntries(methods: readonly PaymentMethod[]): number {
  return new Set(methods.map((method) => sharedCoin(method, methods) ?? method)).size;
}

/** The player sends coins to an address. */
export const kind: MethodKind = {
  cardViewTypes: [],
  takesCoins: true,
  paths,
  entry: 'Crypto address',
  groups: { names: ['crypto'], list: 'Crypto list', sizeOf: countEntries },
};
