import { createClient } from '@redis/client';
import type { Log } from '../log.ts';
import { repeatUntil } from '../repeat-until.ts';

/** Timeout of a command. Redis only makes the server faster, so a slow Redis isn't waited for. */
const commandMs = 1000;
const checkMs = 1000;
const reconnectMs = 500;

type RedisClient = ReturnType<typeof open>;

/** A connection to Redis that may be lost at any time. */
export interface Redis {
  /**
   * Runs a command.
   * @throws at once while the connection is lost, and after a second without a response.
   */
  run: <Result>(command: (client: RedisClient) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
}

/**
 * Connects to Redis in the background and reconnects as needed: nothing in the server may wait for
 * Redis or fail because of it. Each loss and each recovery is logged once.
 */
export function connectRedis(url: string, log: Pick<Log, 'info' | 'warn'>): Redis {
  const client = open(url);
  const closing = new AbortController();
  let lastError: Error | null = null;
  let state: 'connecting' | 'up' | 'lost' = 'connecting';
  const enter = (next: 'up' | 'lost') => {
    if (state === next || closing.signal.aborted) return;
    if (next === 'lost')
      log.warn({ error: lastError }, 'Redis is unavailable: continuing without it');
    else log.info({}, state === 'lost' ? 'Redis is available again' : 'Redis is available');
    state = next;
  };
  const attempt = async <Result>(command: (client: RedisClient) => Promise<Result>) => {
    try {
      return await withinTime(command(client));
    } catch (error) {
      if (error instanceof RedisTimeout || !client.isReady) enter('lost');
      throw error;
    }
  };
  const check = async () => {
    // At the start the client may still be connecting; a failure to connect sets `lastError`.
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
      if (state !== 'up') throw new Error('Redis is unavailable.');
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
  // Without a listener an error would end the process. `connectRedis` logs it.
  client.on('error', () => {});
  return client;
}

class RedisTimeout extends Error {}

async function withinTime<Result>(answered: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RedisTimeout('Redis did not respond in time.')), commandMs);
  });
  // The command may still fail after its timeout.
  answered.catch(() => {});
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
