import { transportNames, type User, userSchema } from '@kassa/contract';

/** What stays for the browser tab's session (§3), and under which keys. */
const keys = {
  /** `1`: failed requests are logged in production too. */
  forceLogging: 'kassa.force-logging',
  transport: 'kassa.transport',
  user: 'kassa.user',
} as const;

type TransportName = (typeof transportNames)[number];

/** Whether failed requests are logged wherever the widget runs; off by default. */
export function readForceLogging(): boolean {
  return read('forceLogging') === '1';
}

export function writeForceLogging(isOn: boolean): void {
  write('forceLogging', isOn ? '1' : '0');
}

/** The transport that overrides the host's; null where there is none, or none that we know. */
export function readTransportChoice(): TransportName | null {
  const stored = read('transport');
  return transportNames.find((name) => name === stored) ?? null;
}

/** Overrides the host's transport; null takes the override back. */
export function writeTransportChoice(choice: TransportName | null): void {
  write('transport', choice);
}

/** The brand's player as they were seen last in this tab; null where it was another, or nobody. */
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

/** What is a player's stands apart for each brand: several may be open in one tab. */
function keyOf(name: keyof typeof keys, product?: string): string {
  return product === undefined ? keys[name] : `${keys[name]}.${product}`;
}

/** Storage throws in private modes and in third-party frames; one that does is none. */
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
    // Nothing depends on it.
  }
}
