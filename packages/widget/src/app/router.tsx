import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { createDepositRoutes } from '../flows/deposit/deposit.routes.ts';
import type { MessageKey } from '../i18n/text.ts';
import { CrashScreen } from './crash.screen.tsx';
import { paths } from './paths.ts';
import { Shell } from './shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The header's title. */
    title?: MessageKey;
    /** What the screen is about (§2 "meta"). */
    transaction?: 'deposit' | 'withdrawal';
    /** Where the back button leads; without one there is none. */
    backTo?: string;
    /** Whether the close button shows where the host allows one; it does unless said otherwise. */
    showClose?: boolean;
  }
}

/** All routes under `/{product}`; an unknown path leads to the deposit list (§2). */
export function createAppRouter({ product, history }: { product: string; history: RouterHistory }) {
  const root = createRootRoute({ component: Shell });
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: paths.depositList, replace: true });
    },
  });
  return createRouter({
    routeTree: root.addChildren([...createDepositRoutes(() => root), unknown]),
    basepath: `/${product}`,
    history,
    defaultErrorComponent: CrashScreen,
    defaultPendingMs: 200,
    scrollRestoration: true,
  });
}
