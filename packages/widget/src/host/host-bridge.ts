import type { HostData, HostToWidget, WidgetToHost } from '@kassa/contract';

/**
 * The port between the widget and the page or app around it (§4 "Host handshake"). There is one
 * adapter per kind of host; the rest of the widget uses only this port.
 */
export interface HostBridge {
  /** Whether the host is a native app around a web view. */
  readonly isNative: boolean;
  /**
   * Announces the widget and waits for the host's data.
   * @throws {@link HostSilentError} where no host responds in time
   */
  connect(): Promise<HostData>;
  /** Sends a message. Messages before the host's origin is known are dropped. */
  send(message: WidgetToHost): void;
  /** Listens to the host's messages after the handshake. Returns a function that stops it. */
  onMessage(listener: (message: HostToWidget) => void): () => void;
}

/** No host responded: the page isn't embedded, or its host isn't on the allow-list. */
export class HostSilentError extends Error {
  constructor(message = 'No host answered the handshake.') {
    super(message);
    this.name = 'HostSilentError';
  }
}
