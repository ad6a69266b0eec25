import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** An Indian payment with an invoice in two steps. */
export const kind: MethodKind = {
  name: 'india',
  cardViewTypes: [cardViewTypes.india],
  entry: 'Indian deposit',
};
