import type { WebhookEvent } from '@kassa/contract';

type Listener = (event: WebhookEvent) => void;

/** How many ids are remembered, to know what comes again. */
const capacity = 1000;

/** What Kassa told of the players, handed on to who listens. An operator would keep it. */
export class ToldEvents {
  readonly #seen = new Set<string>();
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Takes an event; one whose id was seen before changes nothing. */
  take(id: string, event: WebhookEvent): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    // A set keeps the order in which it was filled: the oldest is the first.
    for (const oldest of this.#seen) {
      if (this.#seen.size <= capacity) break;
      this.#seen.delete(oldest);
    }
    for (const listener of this.#listeners.get(event.playerId) ?? []) listener(event);
  }

  /** Hears of a player's events from now on, until the returned function is called. */
  listen(playerId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(playerId) ?? new Set();
    this.#listeners.set(playerId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(playerId);
    };
  }
}
