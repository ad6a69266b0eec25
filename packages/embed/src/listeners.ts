/** Listeners by message type. One that throws is reported to the page and disturbs no other. */
export interface Listeners<Events extends object> {
  /** Adds a listener; adding the same function twice counts once. Returns what removes it. */
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
          // To window.onerror and the console, as an event listener's own exception would go.
          reportError(error);
        }
      }
    },
    clear() {
      registry = {};
    },
  };
}
