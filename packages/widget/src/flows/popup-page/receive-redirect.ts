import type { ExternalRedirect } from '@kassa/contract';
import { type PopupMessage, readPopupMessage } from '../../popup/popup-message.ts';
import { logError } from '../../telemetry/report-error.ts';

export interface ReceiveRedirectOptions {
  onRedirect: (redirect: ExternalRedirect) => void;
  /** No redirect will come: there is no opener, or it sends nothing. */
  onAbandoned: () => void;
  /** The timeout in ms. The server may take long to create the deposit, retries included. */
  timeoutMs?: number;
}

/**
 * Tells the opener that the popup can receive messages, and waits for the one message with its
 * nonce. The popup drops its opener before it loads a foreign page. Returns a function that stops
 * it.
 */
export function receiveRedirect(
  window: Window,
  { onRedirect, onAbandoned, timeoutMs = 120_000 }: ReceiveRedirectOptions,
): () => void {
  const opener: Window | null = window.opener;
  const nonce = window.location.hash.slice(1);
  if (opener === null || nonce === '') {
    onAbandoned();
    return () => {};
  }
  const { origin } = window.location;
  const handleMessage = (event: MessageEvent) => {
    const message = readPopupMessage(event, {
      source: opener,
      origin,
      nonce,
      // A popup has no host to report to.
      onUnknown: (unknown) => logError('error', unknown),
    });
    if (message?.kind !== 'kassa.popup.redirect') return;
    stop();
    window.opener = null;
    onRedirect(message.redirect);
  };
  const timer = setTimeout(onAbandoned, timeoutMs);
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('message', handleMessage);
  };
  window.addEventListener('message', handleMessage);
  const ready: PopupMessage = { kind: 'kassa.popup.ready', nonce };
  opener.postMessage(ready, origin);
  return stop;
}
