import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** A bank transfer to requisites that are shown after the usual form. */
export const kind: MethodKind = {
  name: 'host-to-host',
  cardViewTypes: [cardViewTypes.bankTransfer],
  entry: 'Redirect deposit',
};
