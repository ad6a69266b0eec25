import { readTokenSubject } from '../host/token-claims.ts';

/**
 * The values that this device keeps of a player. They only save waiting: nothing depends on them.
 */
type Kept =
  /** The name of the method of the last deposit. */
  'last-method';

/** The brand and the player of a session. */
interface Owner {
  product: string;
  hostData: { token: string };
}

/** Reads a value kept for a brand's player; null where there is none or the player is unknown. */
export function readKept(name: Kept, owner: Owner): string | null {
  try {
    const key = keyOf(name, owner);
    return key === null ? null : localStorage.getItem(key);
  } catch {
    // Storage throws in private modes and in third-party frames: nothing is kept there.
    return null;
  }
}

/** Keeps a value for a brand's player; null deletes it. */
export function writeKept(name: Kept, owner: Owner, value: string | null): void {
  try {
    const key = keyOf(name, owner);
    if (key === null) return;
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on the value.
  }
}

function keyOf(name: Kept, { product, hostData }: Owner): string | null {
  const player = readTokenSubject(hostData.token);
  return player === null ? null : `kassa.${name}.${product}.${player}`;
}
