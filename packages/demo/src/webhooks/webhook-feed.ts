import type { WebhookEvent } from '@kassa/contract';

type Listener = (event: WebhookEvent) => void;

/** The number of remembered ids, to detect repeated webhooks. */
const capacity = 1000;

/** Kassa's webhooks about players, passed on to listeners. A real operator would store them. */
export class WebhookFeed {
  readonly #seen = new Set<string>();
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Passes an event on; an event with a known id is ignored. */
  take(id: string, event: WebhookEvent): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    // A set keeps its insertion order: the oldest is the first.
    for (const oldest of this.#seen) {
      if (this.#seen.size <= capacity) break;
      this.#seen.delete(oldest);
    }
    for (const listener of this.#listeners.get(event.playerId) ?? []) listener(event);
  }

  /** Calls a listener for each further event of a player, until the returned function is called. */
  listen(playerId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(playerId) ?? new Set();
    this.#listeners.set(playerId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(playerId);
    };
  }
}
