/**
 * The method of a player's last deposit, kept on this device for each brand and player. Storage
 * throws in private modes and in third-party frames; one that does holds none.
 */
export function readLastMethod(product: string, playerId: string): string | null {
  try {
    return localStorage.getItem(keyOf(product, playerId));
  } catch {
    return null;
  }
}

/** Keeps the method of a deposit that was just created. */
export function writeLastMethod(product: string, playerId: string, method: string): void {
  try {
    localStorage.setItem(keyOf(product, playerId), method);
  } catch {
    // Nothing depends on it.
  }
}

function keyOf(product: string, playerId: string): string {
  return `kassa.last-method.${product}.${playerId}`;
}
