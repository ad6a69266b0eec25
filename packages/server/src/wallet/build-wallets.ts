import type { Brands } from '../brands/load-brands.ts';
import type { Db } from '../db/connect.ts';
import { buildBuiltInWallet } from './built-in-wallet.ts';
import type { WalletPort } from './wallet-port.ts';

/** The wallet of each brand, by its settings. */
export function buildWallets(_brands: Brands, db: Db): (brandId: string) => WalletPort {
  const builtIn = buildBuiltInWallet(db);
  return () => builtIn;
}
