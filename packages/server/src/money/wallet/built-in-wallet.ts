import { toCurrencyDecimals } from '@kassa/contract';
import type { WalletPort } from '../../core/wallet-port.ts';
import type { Db } from '../../ground/database/connect.ts';
import { loadBalance } from '../ledger/load-balance.ts';

/** The wallet of an operator who has none of their own: balances live in Kassa's ledger. */
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
