import type { Core } from '../../core/core.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { openStatuses } from '../states/deposit.machine.ts';
import { endIfForbidden } from './end-if-forbidden.ts';
import { cancelAtProvider } from './follow-up-deposit.ts';

/**
 * Ends the open deposits that a player may no longer pay, and then cancels them at their providers.
 * Called after the commit of a block or of a changed limit. If the process dies before, the
 * follow-up of each deposit does the same.
 */
export async function endForbiddenDeposits(
  core: Core,
  { brandId, playerId }: PlayerRef,
): Promise<void> {
  const open = await core.db
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('status', 'in', openStatuses)
    .orderBy('id')
    .execute();
  const ended = [];
  for (const deposit of open) {
    const one = await endIfForbidden(core, deposit);
    if (one !== null) ended.push(one);
  }
  await Promise.all(ended.map((deposit) => cancelAtProvider(core, deposit)));
}
