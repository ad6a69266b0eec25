import { createServer } from 'node:http';
import { socketPath } from '@kassa/contract';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Connector } from '../connectors/connector.ts';
import { callOverSocket, connected, disconnected, openSocket } from '../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { closeAtExpiry } from './socket-expiry.ts';
import type { KassaServer } from './socket-types.ts';

let server: TestServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

afterAll(() => server.stop());

async function open(token: string): Promise<Socket> {
  const socket = openSocket(server.url, token);
  sockets.push(socket);
  return connected(socket);
}

/** A token that expires in `seconds`; negative values are in the past. */
function tokenFor(seconds: number, playerId = 'player-1'): Promise<string> {
  const issuedAt = new Date(Date.now() - (3600 - seconds) * 1000);
  return server.token({ issuedAt, lifetimeSeconds: 3600, playerId });
}

/** The expiry of a token, in ms since 1970. */
function endOf(token: string): number {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return exp * 1000;
}

/** Runs `act` while the server's clock stands still; `stop` sets the clock to another time. */
async function withClock(act: (stop: (atMs: number) => void) => Promise<void>): Promise<void> {
  const { now } = server.core;
  try {
    await act((atMs) => {
      server.core.now = () => new Date(atMs);
    });
  } finally {
    server.core.now = now;
  }
}

const refusal = { data: { status: 401, body: { error: { code: 'auth.tokenExpired' } } } };

test('a socket is closed when its token expires, not before', () =>
  withClock(async (stop) => {
    const token = await tokenFor(3600);
    const socket = await open(token);
    const closed = disconnected(socket);
    let looks = 0;
    stop(endOf(token) - 50);
    const { now } = server.core;
    server.core.now = () => {
      looks += 1;
      return now();
    };
    // The server checks the socket each time its last second should be over, but the clock stands
    // still.
    await expect.poll(() => looks).toBeGreaterThan(20);
    expect((await callOverSocket(socket, 'user-get')).status).toBe(200);
    stop(endOf(token));
    expect(await closed).toBe('io server disconnect');
  }));

test('a clock that jumps ahead closes the socket too', async () => {
  const socket = await open(await server.token({ playerId: 'sleeper' }));
  const reason = await server.later(2 * 3600_000, () => disconnected(socket));
  expect(reason).toBe('io server disconnect');
});

test('a token that has expired opens no socket', async () => {
  const token = await server.token({ playerId: 'late' });
  const attempt = server.later(2 * 3600_000, () => open(token));
  await expect(attempt).rejects.toMatchObject(refusal);
});

test('a token that expired just now opens no socket either, though HTTP calls still accept it', () =>
  withClock(async (stop) => {
    const token = await tokenFor(-1);
    // Within the tolerance of half a minute, however slow the machine.
    stop(endOf(token) + 1000);
    expect((await server.call('user-get', {}, { token })).status).toBe(200);
    await expect(open(token)).rejects.toMatchObject(refusal);
  }));

test('a call under way when the token expires is completed, and answered to the next token', () =>
  withClock(async (stop) => {
    const connector = server.core.brands.get('kassa')?.accounts.get('sandbox')
      ?.connector as Connector;
    const { create } = connector;
    const answering = Promise.withResolvers<void>();
    onTestFinished(() => {
      answering.resolve();
      Object.assign(connector, { create });
    });
    connector.create = async (asked) => {
      await answering.promise;
      return create(asked);
    };
    const playerId = uuidv7();
    const ending = await tokenFor(60, playerId);
    const socket = await open(ending);
    const closed = disconnected(socket);
    const key = uuidv7();
    const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
    const deposits = server.core.db.selectFrom('deposits').select('status');
    const refused = expect(callOverSocket(socket, 'deposit-create', order, key)).rejects.toThrow(
      'socket has been disconnected',
    );
    await expect.poll(() => deposits.execute()).toEqual([{ status: 'created' }]);
    stop(endOf(ending));
    await refused;
    expect(await closed).toBe('io server disconnect');
    answering.resolve();
    const token = await server.token({ playerId });
    await expect
      .poll(async () => (await server.call('deposit-create', order, { token, key })).status)
      .toBe(200);
    expect(await deposits.execute()).toHaveLength(1);
  }));

test('a token that expires later than a timer can wait is not closed early', async () => {
  const http = createServer();
  const io: KassaServer = new Server(http, { path: socketPath });
  io.use((socket, next) => {
    const expiresAt = new Date(Date.now() + 60 * 24 * 3600_000);
    socket.data = { caller: { expiresAt } as typeof socket.data.caller };
    next();
  });
  let now = Date.now();
  const stop = closeAtExpiry(io, {
    now: () => new Date(now),
    revocations: { ...server.core.revocations, isRevoked: () => false },
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const socket = await connected(openSocket(`http://127.0.0.1:${port}`, ''));
  let closedAt = 0;
  const closed = disconnected(socket).then(() => {
    closedAt = now;
  });
  const startedAt = performance.now();
  await expect.poll(() => performance.now() - startedAt).toBeGreaterThan(2500);
  expect(socket.connected).toBe(true);
  now += 61 * 24 * 3600_000;
  await closed;
  expect(closedAt).toBe(now);
  stop();
  await io.close();
});
