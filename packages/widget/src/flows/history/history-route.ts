import type { Route } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { loadMethods } from '../deposit/deposit.queries.ts';

const importScreen = async () => (await import('./history.screen.tsx')).HistoryScreen;

/**
 * The player's last deposits and withdrawals. They also show where the methods fail to load, or the chosen one is
 * in maintenance.
 */
export const historyRoute: Route = {
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
