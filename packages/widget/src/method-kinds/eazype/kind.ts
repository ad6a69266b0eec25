import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** An Indian payment by a code or a link, after the usual form. */
export const kind: MethodKind = {
  name: 'eazype',
  cardViewTypes: [cardViewTypes.eazype],
  entry: 'Redirect deposit',
};
