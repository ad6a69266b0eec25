import type { ExternalRedirect } from '@kassa/contract';
import { type PopupMessage, readPopupMessage } from '../../popup/popup-message.ts';
import { logError } from '../../telemetry/report-error.ts';

export interface ReceiveRedirectOptions {
  onRedirect: (redirect: ExternalRedirect) => void;
  /** Nobody will send the player on: there is no opener, or it says nothing. */
  onAbandoned: () => void;
  /** The server may take its time to create the deposit, retries included. */
  timeoutMs?: number;
}

/**
 * Tells the opener that the popup can hear, and waits for the one message that its nonce binds to
 * it. Before anything foreign is loaded here the popup lets go of its opener. Returns the way to stop.
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
      // No host stands around a popup.
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
