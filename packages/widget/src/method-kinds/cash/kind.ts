import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** The player pays an agent in cash, agreed upon in a chat. */
export const kind: MethodKind = {
  name: 'cash',
  cardViewTypes: [cardViewTypes.cash],
  entry: 'Redirect deposit cash',
};
