import type { Brands } from '../../brands/load-brands.ts';
import type { WalletPort } from '../../core/wallet-port.ts';
import type { Db } from '../../ground/database/connect.ts';
import type { Log } from '../../ground/log.ts';
import { buildBuiltInWallet } from './built-in-wallet.ts';
import { buildHttpWallet } from './http/http-wallet.ts';

/** The wallet of each brand, by its settings. */
export function buildWallets(brands: Brands, db: Db, log: Log): (brandId: string) => WalletPort {
  const builtIn = buildBuiltInWallet(db);
  const remote = new Map<string, WalletPort>();
  for (const { id, wallet } of brands.values()) {
    if (wallet.kind === 'http') remote.set(id, buildHttpWallet(wallet, log));
  }
  return (brandId) => remote.get(brandId) ?? builtIn;
}
