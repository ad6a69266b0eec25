import { countCredited, type Db, waitForCredited } from './count-credited.ts';
import { createDeposit, notifyPaid, type Player, type Target } from './player.ts';

export interface Round {
  depositsPerSecond: number;
  /** How long each deposit-create took. */
  createMs: number[];
}

/**
 * Lets every player deposit again and again, all at the same time, and takes the time from the
 * first request until the last of `count` deposits is credited in the database.
 */
export async function runRound(
  target: Target,
  db: Db,
  players: Player[],
  count: number,
): Promise<Round> {
  const creditedBefore = await countCredited(db);
  const createMs: number[] = [];
  let left = count;
  const start = performance.now();
  await Promise.all(
    players.map(async (player) => {
      while (left > 0) {
        left -= 1;
        const asked = performance.now();
        const depositId = await createDeposit(target, player);
        createMs.push(performance.now() - asked);
        await notifyPaid(target, depositId);
      }
    }),
  );
  await waitForCredited(db, creditedBefore + count);
  return { depositsPerSecond: (count * 1000) / (performance.now() - start), createMs };
}
