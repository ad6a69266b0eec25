import { openExternalBrowser } from '../../popup/external-browser.ts';
import { openPaymentPopup, type PaymentPopup } from '../../popup/payment-popup.ts';
import { popupPageAddress } from '../../popup/popup-page-address.ts';
import type { Session } from '../../session/session.ts';
import { reportError } from '../../telemetry/report-error.ts';

/**
 * Opens the window for a provider's page: a popup, or the system's browser in a native app. Call it
 * in the click. Null where the browser blocks it.
 */
export function openPopup(session: Session): PaymentPopup | null {
  return session.bridge.isNative
    ? openExternalBrowser(window)
    : openPaymentPopup(popupPageAddress(session).href, (message) =>
        reportError(session.bridge, message),
      );
}
