import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, so that no other program takes the port between this search and its
 * use, or while its program restarts.
 */
const lowest = 20_000;
const highest = 29_999;
const mostAttempts = 100;

/**
 * Finds a TCP port on this machine's loopback that is currently free. No other search of this
 * machine finds it while this process lives: its program may need seconds until it listens.
 * @throws if there is none.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
  throw new Error(`Found no free port between ${lowest} and ${highest}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Keeps the UDP port of the same number, which hardly anything else uses. Returns false if another
 * search has it.
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE'));
    socket.bind(port, '127.0.0.1', () => resolve(true));
  });
}
