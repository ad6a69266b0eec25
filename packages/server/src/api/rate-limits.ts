import { CallError, type CallName, calls } from '@kassa/contract';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../ground/redis/connect-redis.ts';
import { buildTurns, type Turns } from '../ground/turns.ts';

const day = 86_400;

/**
 * The rate limits: how many points per how many seconds. Limits by address are generous, since the
 * phones of a whole town may share an address; limits by player are low, so that one player's flood
 * uses little of the address's limit.
 */
const rules = {
  /** All calls of one player. */
  player: { points: 200, seconds: 10 },
  /** One call of one player, by the cost in the call's definition. */
  usualCall: { points: 60, seconds: 10 },
  expensiveCall: { points: 10, seconds: 10 },
  /** All expensive calls of one player within a day: each stores rows or asks somebody outside. */
  expensiveCallsOfDay: { points: 2000, seconds: day },
  /** Bodies of files that one player sends within a day, whatever becomes of them. */
  filesOfDay: { points: 60, seconds: day },
  /** All calls of all players behind one address. */
  address: { points: 3000, seconds: 10 },
  /** Requests from one address with an invalid token or signature. */
  unauthenticated: { points: 200, seconds: 10 },
  /** New sockets of one player, and from one address. */
  playerSocket: { points: 30, seconds: 30 },
  addressSocket: { points: 1000, seconds: 10 },
  /** Batches of measurements from one address; they come without a token. */
  measurements: { points: 300, seconds: 10 },
  /** One-time codes from one address; they come without a token too. */
  oneTimeCodes: { points: 300, seconds: 10 },
  /** Requests with one operator key; and requests from one address without a valid key. */
  operatorKey: { points: 600, seconds: 10 },
  operatorUnauthenticated: { points: 50, seconds: 10 },
  /** Notifications of one connector from one address. */
  notifications: { points: 10_000, seconds: 10 },
  /**
   * Requests from one address for files: a page with its scripts, texts and logos is about 60. They
   * count in memory, because a request to Redis costs more than most files.
   */
  files: { points: 20_000, seconds: 10, isPerProcess: true },
  /** New connections from one address: a browser opens up to 6. */
  connections: { points: 2000, seconds: 10, isPerProcess: true },
} as const;

type Rule = keyof typeof rules;

interface Limit {
  points: number;
  seconds: number;
  /** Whether each process counts by itself, also with Redis. */
  isPerProcess?: boolean;
}

/** A rate limit was exceeded; the same request can succeed after some seconds: `params.seconds`. */
export class RateLimited extends CallError {
  constructor(seconds: number, code: 'rate.limited' | 'rate.ofDay' = 'rate.limited') {
    super(code, `Too many requests: wait ${seconds} s.`, { seconds: String(seconds) });
  }
}

/** How many calls of a player a process works on at once, and how many more wait for their turn. */
const mostInWork = 4;
const mostWaiting = 32;
/** How fast a process begins the calls of a player. A widget that opens asks about ten. */
const pace = { burst: 20, perSecond: 10 };

/** What a call counts towards the pace. */
export const workOf = { usual: 1, expensive: 4 } as const;

export interface RateLimits {
  /** Multiplies the limits of one connection. */
  connectionScale: number;
  /** The calls of each player that are in work at once, before they take a connection of the database. */
  turns: Turns;
  /**
   * Counts one point against a rule.
   * @throws RateLimited
   */
  take: (rule: Rule, ...who: string[]) => Promise<void>;
  /**
   * Counts one call of a player: first against the player's limits, so that a player who exceeds
   * them uses up none of the limit of the address.
   * @throws RateLimited
   */
  takeCall: (
    caller: { brandId: string; playerId: string },
    call: CallName,
    address: string,
  ) => Promise<void>;
}

/**
 * Builds rate limits that count in Redis, shared with the other processes; in memory without Redis
 * or while it is unavailable.
 */
export function buildRateLimits(redis: Redis | null, scale: number): RateLimits {
  const limiters = new Map(
    Object.entries<Limit>(rules).map(([rule, { points, seconds, isPerProcess = false }]) => [
      rule,
      buildLimiter(isPerProcess ? null : redis, rule, Math.ceil(points * scale), seconds),
    ]),
  );
  const take: RateLimits['take'] = async (rule, ...who) => {
    try {
      await limiters.get(rule)?.consume(who.join('|'));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new RateLimited(seconds, rules[rule].seconds === day ? 'rate.ofDay' : undefined);
    }
  };
  const connectionScale = Math.max(1, scale);
  return {
    connectionScale,
    turns: buildTurns(mostInWork * connectionScale, mostWaiting, {
      burst: pace.burst * connectionScale,
      perSecond: pace.perSecond * connectionScale,
    }),
    take,
    takeCall: async ({ brandId, playerId }, call, address) => {
      const rule = `${calls[call].cost}Call` as const;
      await Promise.all([take('player', brandId, playerId), take(rule, call, brandId, playerId)]);
      if (rule === 'expensiveCall') await take('expensiveCallsOfDay', brandId, playerId);
      await take('address', address);
    },
  };
}

function buildLimiter(redis: Redis | null, rule: string, points: number, duration: number) {
  const settings = { points, duration, keyPrefix: `kassa:limit:${rule}` };
  const inMemory = new RateLimiterMemory(settings);
  if (redis === null) return inMemory;
  return new RateLimiterRedis({
    ...settings,
    useRedisPackage: true,
    storeClient: {
      eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
        redis.run((client) => client.eval(script, options)),
    },
    insuranceLimiter: inMemory,
    // A caller over the limit is rejected without a request to Redis until the time is up.
    inMemoryBlockOnConsumed: points + 1,
  });
}
