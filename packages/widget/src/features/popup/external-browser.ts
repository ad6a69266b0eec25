import type { PaymentPopup } from './payment-popup.ts';

/**
 * Stands in for the popup in a native web view: the provider's page goes to the system's browser
 * once it is known (§4), which the app opens for a link to a new window. What becomes of it there
 * nobody tells us. A page that wants a POST is left to the link on the complete screen.
 */
export function openExternalBrowser(window: Window): PaymentPopup {
  return {
    redirect: (to) => {
      if (to.method === 'GET') window.open(to.url, '_blank', 'noopener,noreferrer');
    },
    close: () => {},
    onClosed: () => () => {},
  };
}
