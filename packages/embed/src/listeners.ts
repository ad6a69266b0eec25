/**
 * Listeners by message type. An error thrown by a listener is reported to the page and doesn't
 * affect other listeners.
 */
export interface Listeners<Events extends object> {
  /** Adds a listener; a function added twice counts once. Returns a function that removes it. */
  add<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): () => void;
  emit<Type extends keyof Events>(type: Type, event: Events[Type]): void;
  clear(): void;
}

export function createListeners<Events extends object>(): Listeners<Events> {
  type Registry = { [Type in keyof Events]?: Set<(event: Events[Type]) => void> };
  let registry: Registry = {};
  return {
    add(type, listener) {
      const listeners = registry[type] ?? new Set();
      registry[type] = listeners;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(type, event) {
      for (const listener of [...(registry[type] ?? [])]) {
        try {
          listener(event);
        } catch (error) {
          // Reports to window.onerror and the console, like an exception of an event listener.
          reportError(error);
        }
      }
    },
    clear() {
      registry = {};
    },
  };
}
