const edge = 5;

/**
 * Shortens a transaction's hash: its first and last 5 characters where it has more than 10 (§9).
 */
export function shortenHash(hash: string): string {
  return hash.length > 2 * edge ? `${hash.slice(0, edge)}…${hash.slice(-edge)}` : hash;
}
