import type { PaymentPopup } from './payment-popup.ts';

/**
 * Replaces the popup in a native web view: the page opens in the system's browser once its address
 * is known (§4). The widget isn't told what happens there.
 */
export function openExternalBrowser(window: Window): PaymentPopup {
  return {
    // An app passes on only an address; the fields of a POST form would be lost.
    redirect: (to) => {
      if (to.method === 'GET') openInBrowser(window, to.url);
    },
    close: () => {},
    onClosed: () => () => {},
  };
}

/** Asks the app to open an address in the system's browser, like a link to a new window. */
export function openInBrowser(window: Window, url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}
