import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';

/** The names that an operator states of a player. Personal data: never log. */
export interface PlayerNames {
  first: string | null;
  last: string | null;
}

/**
 * Returns the names of a player, if a rule of the brand's payouts compares them: from the token,
 * else from the wallet. Null if neither states one. Asks the wallet, so no transaction is open.
 */
export async function loadPlayerNames(
  core: Pick<Core, 'brands' | 'walletOf'>,
  caller: Caller,
): Promise<PlayerNames | null> {
  const settings = core.brands.get(caller.brandId)?.withdrawals;
  const areCompared =
    settings !== undefined && (settings.nameMatch !== 'off' || settings.thirdParty !== 'off');
  if (!areCompared) return null;
  const stated = namesIn(caller.stated.profile);
  if (stated !== null) return stated;
  const wallet = await core.walletOf(caller.brandId).person?.(caller);
  return wallet == null ? null : namesIn(wallet.profile);
}

/** Returns the names in what is known of a player; null if there are none. */
export function namesIn(
  profile: { firstName: string | null; lastName: string | null } | null,
): PlayerNames | null {
  const { firstName: first = null, lastName: last = null } = profile ?? {};
  return first === null && last === null ? null : { first, last };
}
