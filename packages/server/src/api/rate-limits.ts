import { CallError, type CallName, calls } from '@kassa/contract';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../ground/redis/connect-redis.ts';

/**
 * How much is taken in how many seconds. Players come first: whole towns of phones share an
 * address, so what counts by address is generous, and a player's flood spends little of it.
 */
const rules = {
  /** All calls of one player. */
  player: { points: 200, seconds: 10 },
  /** One call, of one player, by the cost that its description states. */
  usualCall: { points: 60, seconds: 10 },
  expensiveCall: { points: 10, seconds: 10 },
  /** All calls of all players behind one address. */
  address: { points: 3000, seconds: 10 },
  /** What comes from one address without a good token, or badly signed. */
  unauthenticated: { points: 200, seconds: 10 },
  /** New sockets of one player, and from one address. */
  playerSocket: { points: 30, seconds: 30 },
  addressSocket: { points: 1000, seconds: 10 },
  /** Batches of measurements from one address; they come without a token. */
  measurements: { points: 300, seconds: 10 },
  /** Codes of payment pages from one address; they come without a token too. */
  pageCodes: { points: 300, seconds: 10 },
  /** Requests with one operator key; and from one address with none that opens. */
  operatorKey: { points: 600, seconds: 10 },
  operatorUnauthenticated: { points: 50, seconds: 10 },
  /** Notifications of one connector from one address. */
  notifications: { points: 10_000, seconds: 10 },
} as const;

type Rule = keyof typeof rules;

/** More was asked than is allowed; the same request is welcome after that many seconds. */
export class RateLimited extends CallError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const params = { seconds: String(retryAfterSeconds) };
    super('rate.limited', `Too many requests: wait ${retryAfterSeconds} s.`, params);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface RateLimits {
  /** The limits of one connection are this many times as large. */
  connectionScale: number;
  /**
   * Counts one more of what the rule is about.
   * @throws RateLimited
   */
  take: (rule: Rule, ...who: string[]) => Promise<void>;
  /**
   * Counts one more call of a player: theirs first, so that who floods is stopped before they
   * spend what their neighbours behind the same address need.
   * @throws RateLimited
   */
  takeCall: (
    caller: { brandId: string; playerId: string },
    call: CallName,
    address: string,
  ) => Promise<void>;
}

/** Counts in Redis, together with the other processes; in memory without it, or while it is lost. */
export function buildRateLimits(redis: Redis | null, scale: number): RateLimits {
  const limiters = new Map(
    Object.entries(rules).map(([rule, { points, seconds }]) => [
      rule,
      buildLimiter(redis, rule, Math.ceil(points * scale), seconds),
    ]),
  );
  const take: RateLimits['take'] = async (rule, ...who) => {
    try {
      await limiters.get(rule)?.consume(who.join('|'));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new RateLimited(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    }
  };
  return {
    connectionScale: Math.max(1, scale),
    take,
    takeCall: async ({ brandId, playerId }, call, address) => {
      const rule = `${calls[call].cost}Call` as const;
      await Promise.all([take('player', brandId, playerId), take(rule, call, brandId, playerId)]);
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
    // Who is over the limit is refused without another word with Redis until the time is up.
    inMemoryBlockOnConsumed: points + 1,
  });
}
