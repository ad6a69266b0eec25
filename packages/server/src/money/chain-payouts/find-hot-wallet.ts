import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { ChainCoin } from '../../connectors/chain-coin.ts';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import type { HotWallet } from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';

/** Where a payout on a chain comes from. */
export interface PayingWallet {
  brandId: string;
  account: string;
  rail: ChainRail;
  wallet: HotWallet;
}

/** Lists the wallets of all brands' accounts. */
export function listHotWallets({ brands }: Pick<Core, 'brands'>): PayingWallet[] {
  return [...brands.values()].flatMap(({ id: brandId, accounts }) =>
    [...accounts.values()].flatMap(({ name: account, rails }) =>
      [...rails.values()].flatMap((rail) =>
        rail.hotWallet === null ? [] : [{ brandId, account, rail, wallet: rail.hotWallet }],
      ),
    ),
  );
}

/** Finds the wallet and coin of a withdrawal's method; null if its account has none for it. */
export function findHotWallet(
  core: Pick<Core, 'brands' | 'catalogOf'>,
  { brandId, account, paymentMethod }: { brandId: string; account: string; paymentMethod: string },
): (PayingWallet & { coin: ChainCoin }) | null {
  const coin = findBrandMethod(core.catalogOf(brandId), paymentMethod)?.coin;
  const rail = coin && core.brands.get(brandId)?.accounts.get(account)?.rails.get(coin.blockchain);
  const taken = coin && rail?.coins.get(coin.currency);
  if (rail === undefined || rail.hotWallet === null || taken === undefined) return null;
  return { brandId, account, rail, wallet: rail.hotWallet, coin: taken };
}
