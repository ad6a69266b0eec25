import { CallError } from '@kassa/contract';

/** Works that a player's requests share: so many at once, the others in their order. */
export interface Turns {
  /**
   * Runs a work in its player's turn.
   * @param cost - what it counts towards the player's pace
   * @throws CallError rate.limited if too many of the player's wait already, or its turn doesn't come in time
   */
  take: <Result>(
    player: { brandId: string; playerId: string },
    work: () => Promise<Result>,
    cost?: number,
  ) => Promise<Result>;
}

/** How long a work waits for its turn: less than the time after which its client gives up. */
const longestWaitMs = 10_000;

interface Works {
  running: number;
  waiting: Set<{ cost: number; begin: () => void }>;
  /** When the player has used up nothing of their pace any more, in milliseconds. */
  restedAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** How fast the works of one player begin, by their costs. */
export interface Pace {
  /** What may begin at once after a rest. */
  burst: number;
  perSecond: number;
}

const unpaced: Pace = { burst: Infinity, perSecond: Infinity };

/**
 * Builds the turns of a process.
 * @param most - how many works of a player run at once
 * @param mostWaiting - how many more wait
 * @param pace - so that what a rate limit allows in a longer time isn't done at once
 */
export function buildTurns(most: number, mostWaiting: number, pace = unpaced): Turns {
  const players = new Map<string, Works>();
  const msOf = (cost: number) => (cost / pace.perSecond) * 1000;
  const burstMs = pace.burst === Infinity ? Infinity : msOf(pace.burst);
  /** How long a work waits for the player's pace. One that costs more than a burst waits for a rest. */
  const waitFor = ({ restedAt }: Works, cost: number): number =>
    restedAt + msOf(Math.min(cost, pace.burst)) - burstMs - performance.now();
  const isNext = (works: Works, cost: number) => works.running < most && waitFor(works, cost) <= 0;
  const begin = (works: Works, cost: number): void => {
    works.running += 1;
    works.restedAt = Math.max(works.restedAt, performance.now()) + msOf(cost);
  };
  /** Begins those that wait, in their order, and forgets a player who is at rest. */
  const goOn = (key: string, works: Works): void => {
    for (const next of works.waiting) {
      if (!isNext(works, next.cost)) break;
      works.waiting.delete(next);
      begin(works, next.cost);
      next.begin();
    }
    clearTimeout(works.timer);
    const [next] = works.waiting;
    const restMs = works.restedAt - performance.now();
    if (next !== undefined) {
      if (works.running < most) goOnIn(key, works, waitFor(works, next.cost));
    } else if (works.running === 0) {
      if (restMs <= 0) players.delete(key);
      else goOnIn(key, works, restMs);
    }
  };
  const goOnIn = (key: string, works: Works, ms: number): void => {
    works.timer = setTimeout(() => goOn(key, works), Math.ceil(ms)).unref();
  };
  const isFree = async (key: string, cost: number): Promise<Works> => {
    const works = players.get(key) ?? {
      ...{ running: 0, restedAt: 0, timer: undefined },
      waiting: new Set(),
    };
    players.set(key, works);
    if (works.waiting.size === 0 && isNext(works, cost)) {
      begin(works, cost);
      return works;
    }
    if (works.waiting.size >= mostWaiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const next = {
        cost,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        works.waiting.delete(next);
        goOn(key, works);
        reject(tooMany());
      }, longestWaitMs);
      works.waiting.add(next);
      goOn(key, works);
    });
    return works;
  };
  return {
    take: async ({ brandId, playerId }, work, cost = 1) => {
      const key = `${brandId}|${playerId}`;
      const works = await isFree(key, cost);
      try {
        return await work();
      } finally {
        works.running -= 1;
        goOn(key, works);
      }
    },
  };
}

const tooMany = () =>
  new CallError('rate.limited', 'Too many requests of this player are under way.', {
    seconds: '1',
  });
