import type { StoredRows } from './load-stored-rows.ts';
import type { World } from './world.ts';

/**
 * No forfeited bonus stays accrued when a withdrawal's money is held, unless it was wagered by then;
 * and a withdrawal forfeits no other bonus. The order is that of each player's events.
 */
export function checkBonuses({ seen }: World, { bonuses, events, players }: StoredRows): string[] {
  const problems: string[] = [];
  const fragile = new Set(
    bonuses.filter((row) => row.on_withdrawal === 'forfeited').map(({ id }) => id),
  );
  for (const { id: playerId } of players) {
    const open = new Set<string>();
    for (const { type, data } of events.filter(({ player_id }) => player_id === playerId)) {
      const bonusId = String(data.bonusId);
      if (type === 'bonus.accrued' && fragile.has(bonusId)) open.add(bonusId);
      if (type === 'bonus.wagered' || type === 'bonus.revoked') open.delete(bonusId);
      if (type !== 'withdrawal.status' || data.status !== 'requested') continue;
      for (const id of open) {
        problems.push(`bonus ${id} survived the withdrawal ${data.reference}`);
      }
    }
  }
  for (const { id, status, reason, wagered_at } of bonuses) {
    seen.add(`bonus ${status}`);
    if (wagered_at !== null) seen.add('a bonus was wagered');
    if (status !== 'revoked' || !reason.startsWith('forfeited by')) continue;
    seen.add('a bonus was forfeited');
    const isRight = fragile.has(id) && wagered_at === null;
    if (!isRight) problems.push(`bonus ${id} was ${reason}, against its rule`);
  }
  return problems;
}
