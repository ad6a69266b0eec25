import { loadScreen } from '../routing/load-screen.ts';
import type { Route } from '../routing/route.ts';

/** The screens that both cashiers have besides the error screen (§2 "Other routes"). */
export const commonRoutes: readonly Route[] = [
  {
    name: 'Empty',
    title: 'title.empty',
    // Without a back button: the empty list behind it would only lead here again.
    transition: 'none',
    load: loadScreen(async () => (await import('../flows/empty/empty.screen.tsx')).EmptyScreen),
  },
  {
    // The popup's page, which starts without a router. No screen of the cashier links to it.
    name: 'Form',
    title: 'title.deposit',
    showClose: false,
    transition: 'none',
    load: loadScreen(
      async () => (await import('../flows/popup-page/popup-page-status.tsx')).PopupPageStatus,
    ),
  },
];
