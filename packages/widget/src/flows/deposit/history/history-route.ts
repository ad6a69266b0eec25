import type { Route } from '../../../routing/route.ts';
import { retryImport } from '../../../routing/wait-for-page-data.ts';
import { loadMethods } from '../deposit.queries.ts';

const importScreen = async () =>
  (await import('./deposit-history.screen.tsx')).DepositHistoryScreen;

/**
 * The player's last deposits. They are the player's whatever is offered: where the methods can't be
 * had, or the chosen one is in maintenance, the history still shows.
 */
export const depositHistoryRoute: Route = {
  name: 'Deposit history',
  title: 'title.history',
  transaction: 'deposit',
  backTo: 'Previous',
  load: async (request) => {
    const [screen] = await Promise.all([
      retryImport(importScreen),
      loadMethods(request).catch(() => null),
    ]);
    return { screen };
  },
};
