import type { HostToWidget } from '@kassa/contract';

/** Brings a bridge's messages to its listeners. */
export interface MessageHub {
  deliver(message: HostToWidget): void;
  /** Forgets what nobody has heard: it was said before a newer beginning. */
  forget(): void;
  /** Listens; what nobody has heard yet comes first. Returns the way to stop. */
  onMessage(listener: (message: HostToWidget) => void): () => void;
}

const mostUnheard = 50;

/** A message that comes before anybody listens is kept for the first who does. */
export function createMessageHub(): MessageHub {
  const listeners = new Set<(message: HostToWidget) => void>();
  const unheard: HostToWidget[] = [];
  return {
    deliver: (message) => {
      if (listeners.size === 0) unheard.push(message);
      // A host that talks to a widget which didn't start is not kept in full.
      if (unheard.length > mostUnheard) unheard.shift();
      for (const listener of [...listeners]) listener(message);
    },
    forget: () => {
      unheard.length = 0;
    },
    onMessage: (listener) => {
      listeners.add(listener);
      for (const message of unheard.splice(0)) listener(message);
      return () => listeners.delete(listener);
    },
  };
}
