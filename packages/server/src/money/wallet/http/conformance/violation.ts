/** What a wallet did that it must not, in words for whoever mends it. */
export class Violation extends Error {}

/** @throws Violation unless both are the same. */
export function requireEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  throw new Violation(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}
