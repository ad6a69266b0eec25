import { type CallResponse, toCurrencyDecimals } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { loadBalance } from '../ledger/balances.ts';

/** Returns a player's sweep coins and gold coins. */
export function loadCoinBalances(
  core: Pick<Core, 'db'>,
  { brandId, playerId }: Caller,
): Promise<CallResponse<'sweepstake-balance-get'>> {
  const account = { brandId, kind: 'player', owner: playerId } as const;
  return Promise.all(
    (['QSC', 'QGC'] as const).map(async (currency) => {
      const balance = await loadBalance(core.db, { ...account, currency });
      return { currency, balance: toCurrencyDecimals(balance, currency) };
    }),
  );
}
