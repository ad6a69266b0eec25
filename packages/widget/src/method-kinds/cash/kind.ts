import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Redirect deposit cash': '/deposit/cash',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** The player pays an agent in cash, as agreed in a chat. */
export const kind: MethodKind = {
  cardViewTypes: [cardViewTypes.cash],
  paths,
  entry: 'Redirect deposit cash',
};
