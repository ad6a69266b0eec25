import { createDeposit, notifyPaid, type Player, type Target } from './player.ts';
import { type Db, waitForCredited } from './wait-for-credited.ts';

export interface Round {
  depositsPerSecond: number;
  /** The duration of each deposit-create. */
  createMs: number[];
}

/**
 * Lets all players deposit repeatedly, at the same time, for `roundMs`; each makes at least one
 * deposit. The measured time runs from the first request until the last deposit is credited in the
 * database.
 */
export async function runRound(
  target: Target,
  db: Db,
  players: Player[],
  roundMs: number,
): Promise<Round> {
  const createMs: number[] = [];
  const depositIds: string[] = [];
  const start = performance.now();
  await Promise.all(
    players.map(async (player) => {
      do {
        const asked = performance.now();
        const depositId = await createDeposit(target, player);
        createMs.push(performance.now() - asked);
        depositIds.push(depositId);
        await notifyPaid(target, depositId);
      } while (performance.now() - start < roundMs);
    }),
  );
  await waitForCredited(db, depositIds);
  const seconds = (performance.now() - start) / 1000;
  return { depositsPerSecond: createMs.length / seconds, createMs };
}
