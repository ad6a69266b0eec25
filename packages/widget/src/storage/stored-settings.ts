import { transportNames, type User, userSchema } from '@kassa/contract';

/** The keys of the values that are kept for the browser tab's session (§3). */
const keys = {
  /** `1`: failed requests are logged in production too. */
  forceLogging: 'kassa.force-logging',
  transport: 'kassa.transport',
  user: 'kassa.user',
} as const;

type TransportName = (typeof transportNames)[number];

/** Returns whether failed requests are logged in production too; off by default. */
export function readForceLogging(): boolean {
  return read('forceLogging') === '1';
}

export function writeForceLogging(isOn: boolean): void {
  write('forceLogging', isOn ? '1' : '0');
}

/** Returns the transport that overrides the host's; null without a known one. */
export function readTransportChoice(): TransportName | null {
  const stored = read('transport');
  return transportNames.find((name) => name === stored) ?? null;
}

/** Overrides the host's transport; null removes the override. */
export function writeTransportChoice(choice: TransportName | null): void {
  write('transport', choice);
}

/**
 * Returns the brand's player as last loaded in this tab; null where that was another player or
 * none.
 */
export function readStoredUser(product: string, playerId: string | null): User | null {
  const stored = read('user', product);
  if (stored === null) return null;
  try {
    const user = userSchema.parse(JSON.parse(stored));
    return user.id === playerId ? user : null;
  } catch {
    return null;
  }
}

export function writeStoredUser(product: string, user: User): void {
  write('user', JSON.stringify(user), product);
}

/** Values of a player are kept per brand: several brands may be open in one tab. */
function keyOf(name: keyof typeof keys, product?: string): string {
  return product === undefined ? keys[name] : `${keys[name]}.${product}`;
}

/** Storage throws in private modes and in third-party frames: it then counts as empty. */
function read(name: keyof typeof keys, product?: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(name, product));
  } catch {
    return null;
  }
}

function write(name: keyof typeof keys, value: string | null, product?: string): void {
  try {
    if (value === null) sessionStorage.removeItem(keyOf(name, product));
    else sessionStorage.setItem(keyOf(name, product), value);
  } catch {
    // Nothing depends on the value.
  }
}
