import type { Loaded, LoadRequest, Route } from '../../../routing/route.ts';
import type { RouteName } from '../../../routing/route-names.ts';
import { refuseDirectGeo, requireSearch } from '../../guards.ts';
import { loadMethods } from '../deposit.queries.ts';
import { depositRoute } from '../deposit-route.ts';

/** Defines a list of a group's methods, under the title of the group in the address (§2). */
export function groupListRoute(name: RouteName): Route {
  const needsGroup = requireSearch('Deposit list', 'group');
  const needsOffer = refuseDirectGeo('deposit');
  const route = depositRoute({
    name,
    title: 'title.depositMethod',
    backTo: 'Deposit list',
    isDrawn: true,
    pane: 'beside',
    guard: (place) => needsOffer(place) ?? needsGroup(place),
    importScreen: async () => (await import('./deposit-group.screen.tsx')).DepositGroupScreen,
  });
  const load = async (request: LoadRequest): Promise<Loaded> => {
    const [loaded, { groups }] = await Promise.all([route.load(request), loadMethods(request)]);
    const title = groups.find((group) => group.name === request.search.group)?.label;
    return 'redirect' in loaded || title === undefined ? loaded : { ...loaded, title };
  };
  return { ...route, load };
}
