import type { HostBridge } from '../host/host-bridge.ts';
import { readForceLogging } from '../storage/stored-settings.ts';

const longestValue = 500;

/** Reports a problem that doesn't stop the player to the host and to developers. */
export function reportError(bridge: Pick<HostBridge, 'send'>, message: string): void {
  const value = message.slice(0, longestValue);
  bridge.send({ messageType: 'Metric', payload: { name: 'error', value } });
  logError('error', value);
}

/** Logs an error on the console for developers: in development and with forced logging (§7). */
export function logError(name: string, details: unknown): void {
  if (import.meta.env.DEV || readForceLogging()) console.error(name, details);
}
