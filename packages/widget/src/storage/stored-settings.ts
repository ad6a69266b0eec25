import { transportNames, type User, userSchema } from '@kassa/contract';
import * as z from 'zod/mini';

/** The keys of the values that are kept for the browser tab's session (§3). */
const keys = {
  /** `1`: failed requests are logged in production too. */
  forceLogging: 'kassa.force-logging',
  transport: 'kassa.transport',
} as const;

type TransportName = (typeof transportNames)[number];

/** Returns whether failed requests are logged in production too; off by default. */
export function readForceLogging(): boolean {
  return read(keys.forceLogging) === '1';
}

export function writeForceLogging(isOn: boolean): void {
  write(keys.forceLogging, isOn ? '1' : '0');
}

/** Returns the transport that overrides the host's; null without a known one. */
export function readTransportChoice(): TransportName | null {
  const stored = read(keys.transport);
  return transportNames.find((name) => name === stored) ?? null;
}

/** Overrides the host's transport; null removes the override. */
export function writeTransportChoice(choice: TransportName | null): void {
  write(keys.transport, choice);
}

/** What is stored of the player: what the screens show before the server has answered. */
const storedUserSchema = z.omit(userSchema, { id: true, role: true });

/**
 * Returns the player as last loaded in this tab, under the player's key (`digestPlayer`); null
 * where there is none. The stored player has no id, so it gets that of the token.
 */
export function readStoredUser(playerKey: string | null, playerId: string | null): User | null {
  if (playerKey === null || playerId === null) return null;
  const stored = read(userKeyOf(playerKey));
  if (stored === null) return null;
  try {
    return { ...storedUserSchema.parse(JSON.parse(stored)), id: playerId };
  } catch {
    return null;
  }
}

export function writeStoredUser(playerKey: string | null, user: User): void {
  if (playerKey === null) return;
  write(userKeyOf(playerKey), JSON.stringify(storedUserSchema.parse(user)));
}

const userKeyOf = (playerKey: string) => `kassa.${playerKey}.user`;

/** Storage throws in private modes and in third-party frames: it then counts as empty. */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Nothing depends on the value.
  }
}
