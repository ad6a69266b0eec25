import { createdDepositRoute, depositRoute } from '../../flows/deposit/deposit-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositRoute({
    name: 'OnRamp',
    pane: 'beside',
    importScreen: async () => (await import('./onramp.screen.tsx')).OnrampScreen,
  }),
  createdDepositRoute({
    name: 'OnRamp offer list',
    backTo: ({ method, group }) => ({ to: 'OnRamp', search: { method, group } }),
    importScreen: async () => (await import('./offers/offer-list.screen.tsx')).OfferListScreen,
  }),
];
