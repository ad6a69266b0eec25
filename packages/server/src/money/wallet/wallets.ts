import { toCurrencyDecimals } from '@kassa/contract';
import type { Brands } from '../../brands/load-brands.ts';
import type { Core } from '../../core/core.ts';
import type { WalletPort } from '../../core/wallet-port.ts';
import type { Db } from '../../ground/database/connect.ts';
import type { Log } from '../../ground/log.ts';
import { loadBalance } from '../ledger/balances.ts';
import type { AccountRef } from '../ledger/transfers.ts';
import { buildHttpWallet } from './http/http-wallet.ts';

/** Builds the wallet of each brand from its settings. */
export function buildWallets(brands: Brands, db: Db, log: Log): (brandId: string) => WalletPort {
  const builtIn = buildBuiltInWallet(db);
  const remote = new Map<string, WalletPort>();
  for (const { id, wallet } of brands.values()) {
    if (wallet.kind === 'http') remote.set(id, buildHttpWallet(wallet, log));
  }
  return (brandId) => remote.get(brandId) ?? builtIn;
}

/** Builds the wallet for brands without a remote wallet: balances live in Kassa's ledger. */
export function buildBuiltInWallet(db: Db): WalletPort {
  return {
    profile: async ({ brandId, playerId, externalId, currency, country, role, accountType }) => {
      const amount = await loadBalance(db, { brandId, kind: 'player', owner: playerId, currency });
      const primary = { amount: toCurrencyDecimals(amount, currency), currency };
      return { id: externalId, currency, country, role, accountType, balanceData: { primary } };
    },
    remote: null,
  };
}

/**
 * Returns the ledger account of a player's balance: the balance itself, or, if the balance lives in
 * the operator's wallet, a house account that mirrors its movements.
 */
export function balanceAccount(
  core: Pick<Core, 'walletOf'>,
  { brand_id, player_id }: { brand_id: string; player_id: string },
): AccountRef {
  const kind = core.walletOf(brand_id).remote === null ? 'player' : 'wallet';
  return { kind, owner: player_id };
}
