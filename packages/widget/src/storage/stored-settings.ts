import { transportNames, type User, userSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { readTab, writeTab } from './tab-storage.ts';

/** The key of a setting of the browser tab's session (§3); `1`: failed requests are logged. */
export const forceLoggingKey = 'kassa.force-logging';
export const transportKey = 'kassa.transport';

export type TransportName = (typeof transportNames)[number];

/** Returns whether failed requests are logged in production too; off by default. */
export function readForceLogging(): boolean {
  return readTab(forceLoggingKey) === '1';
}

/** Returns the transport that overrides the host's; null without a known one. */
export function readTransportChoice(): TransportName | null {
  const stored = readTab(transportKey);
  return transportNames.find((name) => name === stored) ?? null;
}

/** What is stored of the player: what the screens show before the server has answered. */
const storedUserSchema = z.omit(userSchema, { id: true, role: true });

/**
 * Returns the player as last loaded in this tab, under the player's key (`digestPlayer`); null
 * where there is none. The stored player has no id, so it gets that of the token.
 */
export function readStoredUser(playerKey: string | null, playerId: string | null): User | null {
  if (playerKey === null || playerId === null) return null;
  const stored = readTab(userKeyOf(playerKey));
  if (stored === null) return null;
  try {
    return { ...storedUserSchema.parse(JSON.parse(stored)), id: playerId };
  } catch {
    return null;
  }
}

export function writeStoredUser(playerKey: string | null, user: User): void {
  if (playerKey === null) return;
  writeTab(userKeyOf(playerKey), JSON.stringify(storedUserSchema.parse(user)));
}

const userKeyOf = (playerKey: string) => `kassa.${playerKey}.user`;
