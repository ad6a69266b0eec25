import type { CallResponse } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';

/** Returns how many coins a player can redeem now, and why not the rest. */
export async function loadRecoupSum(
  _core: Core,
  _caller: Caller,
  _currency: string,
): Promise<CallResponse<'sweepstake-recoup-sum'>> {
  throw new Error('not built');
}
