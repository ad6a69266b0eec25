import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** A Brazilian instant payment: a code to scan or copy, after the usual form. */
export const kind: MethodKind = {
  name: 'pix',
  cardViewTypes: [cardViewTypes.pix],
  entry: 'Redirect deposit',
};
