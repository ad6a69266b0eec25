import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** The player buys crypto on the way. */
export const kind: MethodKind = {
  name: 'onramp',
  cardViewTypes: [cardViewTypes.onramp],
  entry: 'OnRamp',
};
