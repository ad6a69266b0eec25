import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Deposit host to host': '/deposit/host-to-host',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** A transfer to an account, virtual or not, which shows after the usual form. */
export const kind: MethodKind = {
  cardViewTypes: [cardViewTypes.virtual, cardViewTypes.bankTransfer],
  paths,
  invoice: 'Deposit host to host',
};
