import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { guardConnections } from './connection-guard.ts';
import { buildRateLimits } from './rate-limits.ts';
import { defaultTimeouts } from './timeouts.ts';

const log = { warn: () => {} } as never;
/** Another address than that of the other connections. */
const elsewhere = { localAddress: '127.0.0.2' };
const get = 'GET / HTTP/1.1\r\nHost: kassa\r\n\r\n';
const answer: RequestListener = (_request, response) => response.end('done');
/** How much a slow client reads in a millisecond. */
const bytesOfMs = 6000;
/** More than the kernel takes for a client that doesn't read. */
const large = Buffer.alloc(32 * 1024 * 1024);

const ends: (() => void)[] = [];

afterAll(() => {
  for (const end of ends) end();
});

interface Settings {
  handle?: RequestListener;
  unreadMs?: number;
  /** The connections that an address may have at a time, and in 10 seconds. */
  most?: { open?: number; new?: number };
  isTrustedProxy?: (address: string) => boolean;
}

/** Starts a server with guarded connections. */
async function startGuarded({
  handle = () => {},
  unreadMs = 1000,
  most: { open = 2000, new: fresh = 2000 } = {},
  isTrustedProxy = () => false,
}: Settings = {}): Promise<Server> {
  // On a slow machine a test may pause for longer than Node keeps an idle connection.
  const server = createServer({ keepAliveTimeout: 0 }, handle);
  const limits = { ...buildRateLimits(null, fresh / 2000), connectionScale: open / 2000 };
  const timeouts = { ...defaultTimeouts, unreadMs, slowCheckMs: 50 };
  guardConnections(server, { log }, { limits, isTrustedProxy, timeouts });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return server;
}

/** Opens a connection that reads nothing until `resume`. */
async function open(server: Server, options: Partial<TcpNetConnectOpts> = {}): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', ...options }).pause();
  socket.on('error', () => {});
  ends.push(() => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Resolves when the connection is closed. A client that reads nothing notices it by writing. */
async function closed(socket: Socket, sent = 'x'): Promise<void> {
  while (!socket.closed) {
    socket.write(sent);
    await delay(20);
  }
}

/** Makes a request and closes the connection; false if the server closes it before. */
async function isAnswered(socket: Socket): Promise<boolean> {
  const answered = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  socket.resume().write(get);
  const isOpen = await answered;
  socket.destroy();
  return isOpen;
}

/** Counts the requests that the server's parser completes. */
function countParsed(server: Server): () => number {
  let count = 0;
  const add = (message: unknown) => {
    if ((message as { server: Server }).server === server) count += 1;
  };
  subscribe('http.server.request.start', add);
  ends.push(() => unsubscribe('http.server.request.start', add));
  return () => count;
}

describe('requests in flight', () => {
  test.each([
    ['requests', get],
    ['requests that Node itself answers', 'GET / HTTP/1.1\r\n\r\n'],
  ])('a connection that pipelines %s is closed after a few of them', async (_, request) => {
    const server = await startGuarded();
    const parsed = countParsed(server);
    const socket = await open(server);
    socket.write(request.repeat(2000));
    await closed(socket);
    expect(parsed()).toBe(5);
  });

  test('a connection may make any number of requests one after the other', async () => {
    const server = await startGuarded({ handle: answer });
    const socket = (await open(server)).resume();
    for (let count = 0; count < 20; count += 1) {
      const answered = new Promise((resolve) => socket.once('data', resolve));
      socket.write(get);
      await answered;
    }
    expect(socket.closed).toBe(false);
  });
});

// Concurrent, since each test takes as long as the timeout.
describe.concurrent('an answer that the client does not read', () => {
  test('is given up, even though the client goes on sending', async () => {
    const server = await startGuarded({ handle: (_request, response) => response.end(large) });
    const socket = await open(server);
    socket.write(`${get}GET / HTTP/1.1\r\nHost: kassa\r\nX-Slow: `);
    await closed(socket);
  });

  test('is given up on an upgraded connection', async () => {
    const server = await startGuarded();
    server.on('upgrade', (_request, socket) => socket.write(large));
    const socket = await open(server);
    socket.write('GET / HTTP/1.1\r\nHost: kassa\r\nConnection: Upgrade\r\nUpgrade: any\r\n\r\n');
    await closed(socket);
  });

  test('is given up if it is the last one, and the client does not end its side', async () => {
    const server = await startGuarded();
    server.on('connection', (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n'));
    const socket = await open(server, { allowHalfOpen: true });
    const ended = new Promise((resolve) => socket.resume().once('end', resolve));
    await ended;
    await expect.poll(() => countOpen(server)).toBe(0);
    expect(socket.closed).toBe(false);
  });

  test('is not given up while the client reads slowly', async () => {
    const server = await startGuarded({ handle: (_request, response) => response.end(large) });
    const socket = await open(server);
    socket.write(get);
    const startedAt = performance.now();
    let bytes = 0;
    // Slowly for twice the timeout, and then the remainder. It catches up on pauses that last longer
    // than asked for: the kernel takes more of the answer in large steps only.
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).length;
      const passedMs = performance.now() - startedAt;
      if (passedMs < 2000 && bytes > passedMs * bytesOfMs) await delay(10);
      if (bytes > large.length) break;
    }
    expect(bytes).toBeGreaterThan(large.length);
  });
});

describe('connections of an address', () => {
  test('are limited; other addresses have their own', async () => {
    const server = await startGuarded({ handle: answer, most: { open: 2 } });
    const first = await open(server);
    await open(server);
    await closed(await open(server), get);
    const other = await open(server, elsewhere);
    other.write(get);
    await expect.poll(() => countOpen(server)).toBe(3);
    first.destroy();
    await expect.poll(() => countOpen(server)).toBe(2);
    await open(server);
    await expect.poll(() => countOpen(server)).toBe(3);
  });

  test('are limited if they are opened too often', async () => {
    const server = await startGuarded({ handle: answer, most: { new: 2 } });
    const startedAt = performance.now();
    let taken = 0;
    while (await isAnswered(await open(server))) taken += 1;
    // A slow machine may have begun a new period meanwhile.
    const periods = 1 + Math.floor((performance.now() - startedAt) / 10_000);
    expect(taken).toBeGreaterThanOrEqual(2);
    expect(taken).toBeLessThanOrEqual(2 * periods);
    await open(server, elsewhere);
    await expect.poll(() => countOpen(server)).toBe(1);
  });

  test('of a trusted proxy are not limited', async () => {
    const isTrustedProxy = (address: string) => address === '127.0.0.1';
    const server = await startGuarded({ most: { open: 1, new: 1 }, isTrustedProxy });
    for (let count = 0; count < 4; count += 1) await open(server);
    await expect.poll(() => countOpen(server)).toBe(4);
  });
});

function countOpen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
