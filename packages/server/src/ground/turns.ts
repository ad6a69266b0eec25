import { CallError } from '@kassa/contract';

/** Works that a player's requests share: so many at once, the others in their order. */
export interface Turns {
  /**
   * Runs a work in its player's turn.
   * @throws CallError rate.limited if too many of the player's wait already, or its turn doesn't come in time
   */
  take: <Result>(
    player: { brandId: string; playerId: string },
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** How long a work waits for its turn: less than the time after which its client gives up. */
const longestWaitMs = 10_000;

/**
 * Builds the turns of a process.
 * @param most - how many works of a player run at once
 * @param mostWaiting - how many more wait
 */
export function buildTurns(most: number, mostWaiting: number): Turns {
  const players = new Map<string, { running: number; waiting: Set<() => void> }>();
  const isFree = async (key: string): Promise<void> => {
    const player = players.get(key) ?? { running: 0, waiting: new Set() };
    players.set(key, player);
    if (player.running < most) {
      player.running += 1;
      return;
    }
    if (player.waiting.size >= mostWaiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        player.waiting.delete(begin);
        reject(tooMany());
      }, longestWaitMs);
      player.waiting.add(begin);
    });
  };
  const end = (key: string): void => {
    const player = players.get(key);
    if (player === undefined) return;
    const [next] = player.waiting;
    if (next !== undefined) {
      player.waiting.delete(next);
      next();
    } else if (player.running > 1) player.running -= 1;
    else players.delete(key);
  };
  return {
    take: async ({ brandId, playerId }, work) => {
      const key = `${brandId}|${playerId}`;
      await isFree(key);
      try {
        return await work();
      } finally {
        end(key);
      }
    },
  };
}

const tooMany = () =>
  new CallError('rate.limited', 'Too many requests of this player are under way.', {
    seconds: '1',
  });
