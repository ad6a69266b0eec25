import { cardViewTypes } from '@kassa/contract';
import { paths } from '../../app/paths.ts';
import type { MethodKind } from '../method-kind.ts';

/** The player pays on the provider's own page, which opens in a popup. */
export const kind: MethodKind = {
  name: 'redirect',
  cardViewTypes: [
    cardViewTypes.default,
    cardViewTypes.card,
    cardViewTypes.cardWalletOnly,
    cardViewTypes.cardMultipleType,
    cardViewTypes.virtual,
  ],
  path: paths.depositRedirect,
  loadScreen: async () => (await import('./redirect.screen.tsx')).RedirectScreen,
};
