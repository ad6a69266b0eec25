import type { ExternalRedirect } from '@kassa/contract';
import { type PopupMessage, readPopupMessage } from './popup-message.ts';

/** The popup for the provider's page, opened in the player's click. */
export interface PaymentPopup {
  /** Sends the popup to the provider's page, once the popup can receive messages. */
  redirect(to: ExternalRedirect): void;
  close(): void;
  /**
   * Calls back once the popup is gone, whoever closed it, and tells whether the provider had returned the
   * player. It proves nothing: a provider's page may cut the popup off, which looks the same. Returns a
   * function that removes the listener.
   */
  onClosed(listener: (isReturned: boolean) => void): () => void;
}

/** The popup is polled: there is no event for the end of another window. */
const lookMs = 500;

/**
 * Opens our own `/form` page in a popup. Call it inside a click handler, before anything that
 * waits. Null when the browser blocks it.
 * @param onUnknown - called with the kind of a message that this version doesn't know (§8)
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
  let isReturned = false;
  let target: ExternalRedirect | null = null;

  const deliver = () => {
    if (!isReady || target === null) return;
    const message: PopupMessage = { kind: 'kassa.popup.redirect', nonce, redirect: target };
    popup.postMessage(message, origin);
    // Once: the page would open the provider's again.
    target = null;
  };
  const handleMessage = (event: MessageEvent) => {
    const message = readPopupMessage(event, { source: popup, origin, nonce, onUnknown });
    isReturned ||= message?.kind === 'kassa.popup.returned';
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
        stop();
        listener(isReturned);
      }, lookMs);
      return () => clearInterval(timer);
    },
  };
}
