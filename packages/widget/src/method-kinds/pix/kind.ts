import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Redirect deposit Pix': '/deposit/redirect/pix',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** A Brazilian instant payment: a code to scan or copy, after the usual form. */
export const kind: MethodKind = {
  cardViewTypes: [cardViewTypes.pix],
  paths,
  codePages: { pix: 'Redirect deposit Pix' },
};
