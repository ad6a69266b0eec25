/**
 * The values that this device keeps of a player. They only save waiting: nothing depends on them.
 */
type Kept =
  /** The name of the method of the last deposit. */
  | 'last-method'
  /** The amount of the last deposit in a currency, a decimal. */
  | `last-amount.${string}`
  /** The id of the bank that a method was last paid from. */
  | `last-bank.${string}`;

/**
 * Reads a value kept under a player's key (`digestPlayer`); null where there is none or no key.
 */
export function readKept(name: Kept, playerKey: string | null): string | null {
  try {
    return playerKey === null ? null : localStorage.getItem(keyOf(name, playerKey));
  } catch {
    // Storage throws in private modes and in third-party frames: nothing is kept there.
    return null;
  }
}

/** Returns whether this device keeps such a value of any player, without the time for a key. */
export function hasKept(name: Kept): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.endsWith(`.${name}`));
  } catch {
    return false;
  }
}

/** Keeps a value under a player's key; without one nothing is kept. */
export function writeKept(name: Kept, playerKey: string | null, value: string): void {
  try {
    if (playerKey !== null) localStorage.setItem(keyOf(name, playerKey), value);
  } catch {
    // Nothing depends on the value.
  }
}

const keyOf = (name: Kept, playerKey: string) => `kassa.${playerKey}.${name}`;
