import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Crypto list': '/deposit/crypto',
  'Crypto address': '/deposit/crypto/address',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** The player sends coins to an address. */
export const kind: MethodKind = {
  cardViewTypes: [],
  takesCoins: true,
  paths,
  entry: 'Crypto address',
  groups: { names: ['crypto'], list: 'Crypto list' },
};
