import type { HostToWidget } from '@kassa/contract';

/** Passes a bridge's messages to its listeners. */
export interface MessageHub {
  deliver(message: HostToWidget): void;
  /** Drops undelivered messages: a new handshake starts. */
  forget(): void;
  /**
   * Adds a listener, which first gets the undelivered messages. Returns a function that removes it.
   */
  onMessage(listener: (message: HostToWidget) => void): () => void;
}

const mostUndelivered = 50;

/** Creates a hub. It keeps messages that arrive without a listener for the first one. */
export function createMessageHub(): MessageHub {
  const listeners = new Set<(message: HostToWidget) => void>();
  const undelivered: HostToWidget[] = [];
  return {
    deliver: (message) => {
      if (listeners.size === 0) undelivered.push(message);
      // The oldest message is dropped, in case the widget never starts.
      if (undelivered.length > mostUndelivered) undelivered.shift();
      for (const listener of [...listeners]) listener(message);
    },
    forget: () => {
      undelivered.length = 0;
    },
    onMessage: (listener) => {
      listeners.add(listener);
      for (const message of undelivered.splice(0)) listener(message);
      return () => listeners.delete(listener);
    },
  };
}
