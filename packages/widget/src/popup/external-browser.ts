import type { PaymentPopup } from './payment-popup.ts';

/**
 * Stands in for the popup in a native web view: the page goes to the system's browser once it is
 * known (§4). What becomes of it there nobody tells us.
 */
export function openExternalBrowser(window: Window): PaymentPopup {
  return {
    // An address is all that an app hands on: a form's fields would be lost on the way.
    redirect: (to) => {
      if (to.method === 'GET') openInBrowser(window, to.url);
    },
    close: () => {},
    onClosed: () => () => {},
  };
}

/** Has the app open an address in the system's browser, as it does for a link to a new window. */
export function openInBrowser(window: Window, url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}
