import type { Route } from '../../../routing/route.ts';
import { retryImport } from '../../../routing/wait-for-page-data.ts';
import { requireSearch } from '../../guards.ts';
import { loadMethods } from '../deposit.queries.ts';

const importScreen = async () => (await import('./claim.screen.tsx')).ClaimScreen;

/**
 * The claim of a deposit that was paid and not credited. It also shows where the methods fail to
 * load.
 */
export const depositClaimRoute: Route = {
  name: 'Deposit claim',
  title: 'title.claim',
  transaction: 'deposit',
  backTo: 'Previous',
  guard: requireSearch('Deposit list', 'depositId'),
  load: async (request) => {
    const [screen] = await Promise.all([
      retryImport(importScreen),
      loadMethods(request).catch(() => null),
    ]);
    return { screen };
  },
};
