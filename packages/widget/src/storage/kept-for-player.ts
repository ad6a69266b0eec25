import { readTokenSubject } from '../host/token-claims.ts';

/** What this device knows of a player from before: nothing depends on it, it only saves them waiting. */
type Kept =
  /** Name of the method of their last deposit. */
  'last-method';

/** The brand and the player, of a session. */
interface Owner {
  product: string;
  hostData: { token: string };
}

/** What is kept on this device for a brand's player; null where nothing is, or nobody knows who it is. */
export function readKept(name: Kept, owner: Owner): string | null {
  try {
    const key = keyOf(name, owner);
    return key === null ? null : localStorage.getItem(key);
  } catch {
    // Storage throws in private modes and in third-party frames; one that does holds none.
    return null;
  }
}

/** Keeps something for a brand's player; null forgets it. */
export function writeKept(name: Kept, owner: Owner, value: string | null): void {
  try {
    const key = keyOf(name, owner);
    if (key === null) return;
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

function keyOf(name: Kept, { product, hostData }: Owner): string | null {
  const player = readTokenSubject(hostData.token);
  return player === null ? null : `kassa.${name}.${product}.${player}`;
}
