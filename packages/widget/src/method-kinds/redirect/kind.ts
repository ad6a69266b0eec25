import { cardViewTypes } from '@kassa/contract';
import { depositRoute } from '../../flows/deposit/deposit-route.ts';
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
  entry: 'Redirect deposit',
  routes: [
    depositRoute({
      name: 'Redirect deposit',
      importScreen: async () => (await import('./redirect.screen.tsx')).RedirectScreen,
    }),
  ],
};
