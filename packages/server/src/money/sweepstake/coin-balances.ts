import type { CallResponse } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';

/** Returns a player's sweep coins and gold coins. */
export async function loadCoinBalances(
  _core: Core,
  _caller: Caller,
): Promise<CallResponse<'sweepstake-balance-get'>> {
  throw new Error('not built');
}
