import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../../flows/deposit/method-kinds.ts';

const paths = {
  'Peer to peer list': '/deposit/peer-to-peer',
  'Peer to peer base': '/deposit/peer-to-peer/base',
  'Peer to peer invoice': '/deposit/peer-to-peer/invoice',
  'Peer to peer unified form': '/deposit/peer-to-peer/unified-form',
  'Peer to peer instruction': '/deposit/peer-to-peer/instruction',
} as const;

type Paths = typeof paths;
declare module '../../routing/route-names.ts' {
  interface OwnPaths extends Paths {}
}

/** The player pays another person, by an invoice. */
export const kind: MethodKind = {
  cardViewTypes: [cardViewTypes.p2p],
  paths,
  entry: 'Peer to peer base',
  invoice: 'Peer to peer invoice',
  unifiedForm: 'Peer to peer unified form',
  isPeerToPeer: true,
  groups: {
    names: ['p2pKyrgyzstan', 'p2pUkraine', 'sbp', 'sbpTransgran'],
    list: 'Peer to peer list',
  },
};
