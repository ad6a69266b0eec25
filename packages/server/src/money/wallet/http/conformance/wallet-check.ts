import type { WalletProbe } from './wallet-probe.ts';

/** What a wallet did that it must not, in words for whoever mends it. */
export class Violation extends Error {}

/** @throws Violation unless both are the same. */
export function requireEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  throw new Violation(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}

/** One rule of docs/wallet.md. */
export interface WalletCheck {
  /** The rule, in words. */
  name: string;
  /** @throws Violation where the wallet breaks it. It may leave the balance other than it was. */
  run: (probe: WalletProbe) => Promise<void>;
}
