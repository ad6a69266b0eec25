import type { ExternalRedirect } from '@kassa/contract';
import { type PopupMessage, readPopupMessage } from './popup-message.ts';

/** The popup in which the provider's page will stand, opened in the player's click. */
export interface PaymentPopup {
  /** Sends the popup on to the provider's page, once it is ready to hear. */
  redirect(to: ExternalRedirect): void;
  close(): void;
  /**
   * Calls back once the popup is gone, whoever closed it. A hint to look, and no proof of anything:
   * a provider's page may cut the popup off, which looks the same. Returns the way to stop.
   */
  onClosed(listener: () => void): () => void;
}

/** No event tells of another window's end. */
const lookMs = 500;

/**
 * Opens our own `/form` page in a popup. Call it inside a click handler, before anything that
 * waits. Null when the browser blocks it.
 * @param onUnknown - told of a message that this version doesn't know (§8)
 */
export function openPaymentPopup(
  formUrl: string,
  onUnknown: (message: string) => void,
  window: Window = globalThis.window,
): PaymentPopup | null {
  const nonce = crypto.randomUUID();
  const { origin } = new URL(formUrl);
  const url = new URL(formUrl);
  url.hash = nonce;
  const popup = window.open(url, '_blank', 'popup,width=480,height=760');
  if (popup === null) return null;

  let isReady = false;
  let target: ExternalRedirect | null = null;

  const deliver = () => {
    if (!isReady || target === null) return;
    const message: PopupMessage = { kind: 'kassa.popup.redirect', nonce, redirect: target };
    popup.postMessage(message, origin);
    stop();
  };
  const handleMessage = (event: MessageEvent) => {
    const message = readPopupMessage(event, { source: popup, origin, nonce, onUnknown });
    if (message?.kind !== 'kassa.popup.ready') return;
    isReady = true;
    deliver();
  };
  const stop = () => window.removeEventListener('message', handleMessage);
  window.addEventListener('message', handleMessage);

  return {
    redirect: (to) => {
      target = to;
      deliver();
    },
    close: () => {
      stop();
      popup.close();
    },
    onClosed: (listener) => {
      const timer = setInterval(() => {
        if (!popup.closed) return;
        clearInterval(timer);
        listener();
      }, lookMs);
      return () => clearInterval(timer);
    },
  };
}
