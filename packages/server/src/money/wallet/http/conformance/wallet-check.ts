import type { WalletProbe } from './wallet-probe.ts';

/** One rule of docs/wallet.md. */
export interface WalletCheck {
  /** The rule, in words. */
  name: string;
  /** @throws Violation where the wallet breaks it. It may leave the balance other than it was. */
  run: (probe: WalletProbe) => Promise<void>;
}
