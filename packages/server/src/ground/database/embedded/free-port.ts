import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to whoever wants any: none of those is taken by another program
 * between this look at it and its use, or while a program that had it starts anew.
 */
const lowest = 20_000;
const highest = 29_999;
const mostAttempts = 100;

/**
 * Finds a TCP port of this machine's loopback that nothing listens on at the moment.
 * @throws where there is none.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return port;
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
