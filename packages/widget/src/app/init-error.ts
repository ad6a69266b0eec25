import type { HostBridge } from '../host/host-bridge.ts';
import { useSessionStore } from '../session/session-store.ts';

type Port = Pick<HostBridge, 'send'>;

/** Tells the host that the widget could not start. */
export function sendInitError(bridge: Port, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  bridge.send({ messageType: 'onInitError', payload: { message } });
}

/**
 * Tells the host that a screen could not be loaded, while none has been: it waits for the first one.
 * `FullLoaded` still comes where the player's next attempt succeeds.
 */
export function tellFirstFailure(bridge: Port, error: unknown): void {
  if (!useSessionStore.getState().hasLoaded) sendInitError(bridge, error);
}
