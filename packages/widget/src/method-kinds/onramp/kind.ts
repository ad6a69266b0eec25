import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  OnRamp: '/deposit/onramp',
  'OnRamp offer list': '/deposit/onramp/offer-list',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** The player buys crypto as part of the payment. */
export const kind: MethodKind = {
  cardViewTypes: [cardViewTypes.onramp],
  paths,
  entry: 'OnRamp',
  offers: 'OnRamp offer list',
};
