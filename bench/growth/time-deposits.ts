import { setTimeout as delay } from 'node:timers/promises';
import { createDeposit, notifyPaid, type Player, type Target } from '../deposits/player.ts';
import type { Db } from '../deposits/wait-for-credited.ts';

const pollMs = 1;

/** A server and its database. */
export interface Side {
  target: Target;
  db: Db;
}

/**
 * Makes deposits one after the other. Returns the times from the request until the credit, in ms.
 */
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
    await untilCredited(side.db, depositId);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Waits until a deposit has a credited payment. */
export async function untilCredited(db: Db, depositId: string): Promise<void> {
  while (!(await isCredited(db, depositId))) await delay(pollMs);
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
