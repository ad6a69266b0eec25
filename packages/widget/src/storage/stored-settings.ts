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

/** The player as they were seen last in this tab; null where it was another, or nobody. */
export function readStoredUser(userId: string): User | null {
  const stored = read('user');
  if (stored === null) return null;
  try {
    const user = userSchema.parse(JSON.parse(stored));
    return user.id === userId ? user : null;
  } catch {
    return null;
  }
}

export function writeStoredUser(user: User): void {
  write('user', JSON.stringify(user));
}

/** Storage throws in private modes and in third-party frames; one that does is none. */
function read(name: keyof typeof keys): string | null {
  try {
    return sessionStorage.getItem(keys[name]);
  } catch {
    return null;
  }
}

function write(name: keyof typeof keys, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(keys[name]);
    else sessionStorage.setItem(keys[name], value);
  } catch {
    // Nothing depends on it.
  }
}
