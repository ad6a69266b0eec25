import type { HostData, HostToWidget, WidgetToHost } from '@kassa/contract';

/**
 * The way between the widget and what it is embedded in (§4 "Host handshake"). One adapter per
 * kind of host; the rest of the widget knows this port alone.
 */
export interface HostBridge {
  /** Whether the host is a native app around a web view. */
  readonly isNative: boolean;
  /**
   * Announces the widget and waits for the host's data.
   * Rejects with {@link HostSilentError} when no host answers in time.
   */
  connect(): Promise<HostData>;
  /** Sends a message; before the host's origin is known it is dropped. */
  send(message: WidgetToHost): void;
  /** Listens to what the host says after the handshake. Returns the way to stop. */
  onMessage(listener: (message: HostToWidget) => void): () => void;
}

/** No host answered: the page stands alone, or its host is not on the allow-list. */
export class HostSilentError extends Error {
  constructor(message = 'No host answered the handshake.') {
    super(message);
    this.name = 'HostSilentError';
  }
}
