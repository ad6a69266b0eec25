import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** The player pays on the provider's own page, which opens in a popup. */
export const kind: MethodKind = {
  name: 'redirect',
  cardViewTypes: [
    cardViewTypes.default,
    cardViewTypes.card,
    cardViewTypes.cardWalletOnly,
    cardViewTypes.cardMultipleType,
    cardViewTypes.virtual,
  ],
  entry: 'Redirect deposit',
  entryInGroup: 'Group deposit',
};
