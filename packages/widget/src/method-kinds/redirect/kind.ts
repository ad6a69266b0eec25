import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Redirect deposit': '/deposit/redirect',
  'Group deposit': '/deposit/group/redirect',
  'Redirect deposit unified form': '/deposit/redirect/unified-form',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** The player pays on the provider's own page, which opens in a popup. */
export const kind: MethodKind = {
  cardViewTypes: [
    cardViewTypes.default,
    cardViewTypes.card,
    cardViewTypes.cardWalletOnly,
    cardViewTypes.cardMultipleType,
  ],
  paths,
  entry: 'Redirect deposit',
  entryInGroup: 'Group deposit',
  unifiedForm: 'Redirect deposit unified form',
};
