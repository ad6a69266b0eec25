import { depositRoute, requireMethod } from '../../flows/deposit/deposit-route.ts';
import { refuseDirectGeo } from '../../flows/guards.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositRoute({
    name: 'Crypto list',
    pane: 'beside',
    title: 'group.crypto',
    backTo: 'Deposit list',
    // A list itself, so there is nothing to be chosen before.
    guard: refuseDirectGeo('deposit'),
    importScreen: async () => (await import('./crypto-list.screen.tsx')).CryptoListScreen,
  }),
  depositRoute({
    name: 'Crypto address',
    pane: 'beside',
    backTo: 'Previous',
    // A coin without a network is a choice, too: the screen takes the usual network (§2).
    guard: (place) => (place.search.coin === undefined ? requireMethod(place) : null),
    importScreen: async () => (await import('./address/address.screen.tsx')).AddressScreen,
  }),
];
