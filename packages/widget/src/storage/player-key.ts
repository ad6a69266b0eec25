import { readTokenSubject } from '../host/token-claims.ts';

/** The length of a key in hexadecimal digits: 128 bits tell all players apart. */
const keyLength = 32;

/**
 * Returns the key under which this browser keeps values of a brand's player: a digest, so that the
 * storage holds no player's id. Null if the token names no player, and on a page without https,
 * where browsers have no SHA-256: nothing is kept there.
 */
export async function digestPlayer(product: string, token: string): Promise<string | null> {
  const player = readTokenSubject(token);
  if (player === null || !('subtle' in crypto)) return null;
  const named = new TextEncoder().encode(JSON.stringify([product, player]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', named));
  const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.slice(0, keyLength);
}

/**
 * Removes the values of earlier releases, whose keys and contents had players' ids:
 * `kassa.last-method.<product>.<player>` and `kassa.user.<product>`.
 */
export function removeValuesWithIds(): void {
  try {
    for (const [storage, prefix] of [
      [localStorage, 'kassa.last-method.'],
      [sessionStorage, 'kassa.user'],
    ] as const) {
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
    }
  } catch {
    // Storage throws in private modes and in third-party frames: nothing is kept there.
  }
}
