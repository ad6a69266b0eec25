import type { Core } from '../core/core.ts';
import { type DailyUse, takeDailyUse } from '../players/daily-uses.ts';
import type { PlayerRef } from '../players/player-row.ts';

/** Uses up what a player may do within a day, as so many calls do; the last `left` of them are left. */
export async function useUp(
  core: Pick<Core, 'db' | 'now'>,
  player: PlayerRef,
  kind: DailyUse,
  most: number,
  left = 0,
): Promise<void> {
  await takeDailyUse(core, player, kind, 1_000_000, most - left);
}

/** The answer after the last of them. */
export const usedUp = { status: 429, body: { error: { code: 'rate.ofDay' } } };
