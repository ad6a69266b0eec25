import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../deposits/count-credited.ts';
import { createDeposit, notifyPaid, type Player, type Target } from '../deposits/player.ts';

const lookMs = 1;

/** A server with the database that it works on. */
export interface Side {
  target: Target;
  db: Db;
}

/** How long each of some deposits took, one after the other, from the request until it was credited. */
export async function timeDeposits(
  side: Side,
  players: Player[],
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const player = players[index % players.length];
    if (player === undefined) throw new Error('A benchmark needs players.');
    const startedAt = performance.now();
    const depositId = await createDeposit(side.target, player);
    await notifyPaid(side.target, depositId);
    while (!(await isCredited(side.db, depositId))) await delay(lookMs);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function isCredited(db: Db, depositId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('deposit_id', '=', depositId)
    .where('status', '=', 'credited')
    .executeTakeFirst();
  return payment !== undefined;
}
