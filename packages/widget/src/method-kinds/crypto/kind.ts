import type { MethodKind } from '../method-kind.ts';

/** The player sends coins to an address. */
export const kind: MethodKind = {
  name: 'crypto',
  cardViewTypes: [],
  categories: ['crypto'],
  entry: 'Crypto address',
  groups: { names: ['crypto'], list: 'Crypto list' },
};
