import type { CallResponse } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';

/** Returns the coin packages that a player can buy now. */
export async function listPackages(
  _core: Core,
  _caller: Caller,
): Promise<CallResponse<'sweepstake-boxes'>> {
  throw new Error('not built');
}
