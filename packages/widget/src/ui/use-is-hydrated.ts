import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * Returns false on the server, and in the browser while the server's markup is taken over; true
 * right after. Use it for what the server doesn't know.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
