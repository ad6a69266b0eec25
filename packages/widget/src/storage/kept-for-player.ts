/**
 * The values that this device keeps of a player. They only save waiting: nothing depends on them.
 */
type Kept =
  /** The amount of the last deposit in a currency, a decimal. */
  | `last-amount.${string}`
  /** The id of the bank that a method was last paid from. */
  | `last-bank.${string}`;

/** A player, by their key (`digestPlayer`). */
export interface Keeper {
  /** Null: nothing is kept. */
  playerKey: string | null;
  /** Known values, where the server draws a screen: it has no storage. */
  kept?: Readonly<Partial<Record<Kept, string>>>;
}

/** Reads a value that is kept of a player; null where there is none. */
export function readKept(name: Kept, { playerKey, kept }: Keeper): string | null {
  if (kept !== undefined) return kept[name] ?? null;
  try {
    return playerKey === null ? null : localStorage.getItem(keyOf(name, playerKey));
  } catch {
    // Storage throws in private modes and in third-party frames: nothing is kept there.
    return null;
  }
}

/** Returns whether this device keeps a value of any player, without the time for a key. */
export function hasKept(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.includes('.last-'));
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
