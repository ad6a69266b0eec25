import { countCredited, type Db, waitForCredited } from './count-credited.ts';
import { createDeposit, notifyPaid, type Player, type Target } from './player.ts';

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
  const creditedBefore = await countCredited(db);
  const createMs: number[] = [];
  const start = performance.now();
  await Promise.all(
    players.map(async (player) => {
      do {
        const asked = performance.now();
        const depositId = await createDeposit(target, player);
        createMs.push(performance.now() - asked);
        await notifyPaid(target, depositId);
      } while (performance.now() - start < roundMs);
    }),
  );
  await waitForCredited(db, creditedBefore + createMs.length);
  const seconds = (performance.now() - start) / 1000;
  return { depositsPerSecond: createMs.length / seconds, createMs };
}
