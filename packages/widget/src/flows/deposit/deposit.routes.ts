import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { methodKinds } from '../../method-kinds/registry.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { requireDeposit, requireGroup, requireMethod } from './deposit.guards.ts';
import { DepositListScreen } from './list/deposit-list.screen.tsx';

/** The deposit flow's routes (§2), each method kind's first screen among them. */
export function createDepositRoutes(getParentRoute: () => AnyRoute) {
  const list = createRoute({
    getParentRoute,
    path: paths.depositList,
    component: DepositListScreen,
    staticData: { title: 'deposit.title', transaction: 'deposit' },
  });
  const group = createRoute({
    getParentRoute,
    path: paths.depositGroup,
    validateSearch: (search) => ({ group: readText(search.group) }),
    beforeLoad: ({ search }) => follow(requireGroup(search)),
    component: lazyRouteComponent(
      () => import('./list/deposit-group.screen.tsx'),
      'DepositGroupScreen',
    ),
    staticData: { title: 'deposit.title', transaction: 'deposit', backTo: paths.depositList },
  });
  const complete = createRoute({
    getParentRoute,
    path: paths.depositComplete,
    validateSearch: (search) => ({
      depositId: readText(search.depositId),
      method: readText(search.method),
    }),
    beforeLoad: ({ search }) => follow(requireDeposit(search)),
    component: lazyRouteComponent(() => import('./complete/complete.screen.tsx'), 'CompleteScreen'),
    staticData: { title: 'deposit.title', transaction: 'deposit' },
  });
  const kinds = methodKinds.map((kind) =>
    createRoute({
      getParentRoute,
      path: kind.path,
      validateSearch: (search) => ({ method: readText(search.method) }),
      beforeLoad: ({ search: { method } }) => {
        const { chosenMethod, chooseMethod } = useSessionStore.getState();
        follow(requireMethod({ method, chosenMethod }));
        if (method !== undefined) chooseMethod(method);
      },
      component: lazyRouteComponent(async () => ({ default: await kind.loadScreen() })),
      staticData: { title: 'deposit.title', transaction: 'deposit', backTo: paths.depositList },
    }),
  );
  return [list, group, complete, ...kinds];
}

function follow(target: string | null): void {
  if (target !== null) throw redirect({ to: target, replace: true });
}

/** A text of the address; the router reads `?method=1` as a number. */
function readText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
