import { createClient } from '@redis/client';
import type { Log } from '../log.ts';
import { repeatUntil } from '../repeat-until.ts';

/** A command that takes longer is given up on: Redis is where the server is quicker with than without. */
const commandMs = 1000;
const checkMs = 1000;
const reconnectMs = 500;

type RedisClient = ReturnType<typeof open>;

/** Redis, for as long as it is there. */
export interface Redis {
  /**
   * Asks it something.
   * @throws at once while it is lost, and after a second where it does not answer.
   */
  run: <Result>(command: (client: RedisClient) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
}

/**
 * Connects to Redis in the background and stays with it: nothing in the server may wait for Redis
 * or fail with it. That it is lost, and back, is logged once each.
 */
export function connectRedis(url: string, log: Pick<Log, 'info' | 'warn'>): Redis {
  const client = open(url);
  const closing = new AbortController();
  let lastError: Error | null = null;
  let state: 'connecting' | 'up' | 'lost' = 'connecting';
  const enter = (next: 'up' | 'lost') => {
    if (state === next || closing.signal.aborted) return;
    if (next === 'lost') log.warn({ error: lastError }, 'Redis is lost: going on without it');
    else log.info({}, state === 'lost' ? 'Redis is back' : 'Redis is there');
    state = next;
  };
  const attempt = async <Result>(command: (client: RedisClient) => Promise<Result>) => {
    try {
      return await withinTime(command(client));
    } catch (error) {
      if (error instanceof NoAnswer || !client.isReady) enter('lost');
      throw error;
    }
  };
  const check = async () => {
    // At the start it may still connect; that it can't is an error of the client's.
    if (state === 'connecting' && !client.isReady && lastError === null) return;
    await attempt((it) => it.ping()).then(
      () => enter('up'),
      () => {},
    );
  };
  client.on('error', (error: Error) => {
    lastError = error;
  });
  client.on('ready', check);
  client.connect().catch(() => {});
  const watching = repeatUntil(closing.signal, checkMs, check);
  return {
    run: async (command) => {
      if (state !== 'up') throw new Error('Redis is not there.');
      return attempt(command);
    },
    close: async () => {
      closing.abort();
      await watching;
      client.destroy();
    },
  };
}

function open(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: reconnectMs, connectTimeout: 2000 },
  });
  // Without a listener an error would end the process; the log is told once.
  client.on('error', () => {});
  return client;
}

class NoAnswer extends Error {}

async function withinTime<Result>(answered: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('Redis does not answer.')), commandMs);
  });
  // It may still fail after its time is up.
  answered.catch(() => {});
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
