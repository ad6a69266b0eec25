import type { HostBridge } from '../host/host-bridge.ts';
import { readForceLogging } from '../storage/stored-settings.ts';

const longestValue = 500;

/** Tells the host, and developers, of something wrong that needn't stop the player. */
export function reportError(bridge: Pick<HostBridge, 'send'>, message: string): void {
  const value = message.slice(0, longestValue);
  bridge.send({ messageType: 'Metric', payload: { name: 'error', value } });
  logError('error', value);
}

/** Writes an error to the console for developers: in development, and where logging is forced (§7). */
export function logError(name: string, details: unknown): void {
  if (import.meta.env.DEV || readForceLogging()) console.error(name, details);
}
