import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from '../method-kind.ts';

/** The player pays another person, by an invoice. */
export const kind: MethodKind = {
  name: 'p2p',
  cardViewTypes: [cardViewTypes.p2p],
  entry: 'Peer to peer base',
  groups: {
    names: ['p2pKyrgyzstan', 'p2pUkraine', 'sbp', 'sbpTransgran'],
    list: 'Peer to peer list',
  },
};
