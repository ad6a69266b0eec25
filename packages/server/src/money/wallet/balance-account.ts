import type { Core } from '../../core/core.ts';
import type { AccountRef } from '../ledger/post-transfer.ts';

/**
 * The ledger account that stands for a player's balance: the balance itself, or, where it lives in
 * the operator's wallet, a house account that mirrors what moved there.
 */
export function balanceAccount(
  core: Pick<Core, 'walletOf'>,
  { brand_id, player_id }: { brand_id: string; player_id: string },
): AccountRef {
  const kind = core.walletOf(brand_id).remote === null ? 'player' : 'wallet';
  return { kind, owner: player_id };
}
