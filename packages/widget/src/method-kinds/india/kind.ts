import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Indian deposit': '/deposit/india',
  'Indian invoice': '/deposit/india/invoice',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** An Indian payment with an invoice in two steps. */
export const kind: MethodKind = {
  cardViewTypes: [cardViewTypes.india],
  paths,
  entry: 'Indian deposit',
  invoice: 'Indian invoice',
};
