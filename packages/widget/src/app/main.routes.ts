import { depositRoutes } from '../flows/deposit/deposit.routes.ts';
import { historyRoute } from '../flows/history/history-route.ts';
import { regionRoute } from '../flows/region/region-route.ts';
import { withdrawalRoutes } from '../flows/withdrawal/withdrawal.routes.ts';
import type { Route } from '../routing/route.ts';
import { commonRoutes } from './common.routes.ts';
import { kindRoutes } from './kind-routes.ts';

/** All screens of the main cashier except the list and the error screen. */
export const mainRoutes: readonly Route[] = [
  ...depositRoutes,
  ...kindRoutes,
  ...withdrawalRoutes,
  historyRoute,
  regionRoute('Change region', ({ transaction, isDirectGeo }) => ({
    to: 'Empty',
    search: { transaction, isDirectGeo },
  })),
  ...commonRoutes,
];
