import { setTimeout as delay } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis, RedisClient } from './connect-redis.ts';

/** How long a socket that was cut off may come back as the one it was. */
export const recoveryMs = 2 * 60_000;

/** Enough for a socket's last push to be known for `recoveryMs` on a busy day. */
const mostKeptPushes = 20_000;

const pauseAfterFailureMs = 500;

/**
 * Socket.IO's Redis Streams adapter: pushes reach sockets on every process, and a socket that was
 * cut off comes back as itself, on whichever process.
 */
export function buildRedisAdapter(redis: Redis): ReturnType<typeof createAdapter> {
  return createAdapter(buildPublishingClient(redis), {
    streamName: 'kassa:pushes',
    channelPrefix: 'kassa',
    sessionKeyPrefix: 'kassa:session:',
    maxLen: mostKeptPushes,
  });
}

/**
 * The adapter's way to Redis, which must neither hang nor fail where the adapter awaits nothing. By
 * its `sSubscribe` the adapter knows a client of node-redis.
 */
function buildPublishingClient({ run, openListener }: Redis) {
  return {
    sSubscribe: () => {},
    duplicate: () => buildListeningClient(openListener()),
    xAdd: (...args: Parameters<RedisClient['xAdd']>) => run((client) => client.xAdd(...args)),
    /**
     * The adapter would read all that anyone was pushed since, once for each socket that comes back,
     * and send it before the token was looked at. A socket is told how things stand instead, once it
     * is let in (`api/socket-news.ts`): here it only learns whether its last push is still known.
     */
    xRange: async (stream: string, from: string, to: string) =>
      to === '+' ? [] : run((client) => client.xRange(stream, from, to)),
    // GETDEL in the adapter's spelling, with a list for an answer.
    multi: () => {
      const keys: string[] = [];
      const chain = {
        get: (key: string) => {
          keys.push(key);
          return chain;
        },
        del: () => chain,
        exec: () => Promise.all(keys.map((key) => run((client) => client.getDel(key)))),
      };
      return chain;
    },
    set: (...args: Parameters<RedisClient['set']>) =>
      orNothing(run((client) => client.set(...args))),
    publish: (channel: string, message: string | Buffer) =>
      orNothing(run((client) => client.publish(channel, message))),
  };
}

/** The adapter reads the stream over one of these and listens to messages over another. */
function buildListeningClient(listener: RedisClient) {
  return {
    sSubscribe: () => {},
    on: () => {},
    // It tries until it is closed, and nobody waits for the news that it was.
    connect: () =>
      new Promise<void>((resolve) => {
        listener.connect().then(
          () => resolve(),
          () => {},
        );
      }),
    disconnect: () => listener.destroy(),
    subscribe: (...args: Parameters<RedisClient['subscribe']>) =>
      orNothing(listener.subscribe(...args)),
    xRead: async (...args: Parameters<RedisClient['xRead']>) => {
      try {
        return await listener.xRead(...args);
      } catch {
        // The adapter asks again at once: without a pause it would do nothing else.
        await delay(pauseAfterFailureMs);
        return null;
      }
    },
  };
}

/** For what the adapter does without waiting: that Redis is lost was logged. */
function orNothing<Result>(done: Promise<Result>): Promise<Result | null> {
  return done.catch(() => null);
}
