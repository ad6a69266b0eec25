import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Redirect deposit Eazype': '/deposit/redirect/eazype',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** An Indian payment by a code or a link, after the usual form. */
export const kind: MethodKind = {
  cardViewTypes: [cardViewTypes.eazype],
  paths,
  codePages: { eazype: 'Redirect deposit Eazype' },
};
