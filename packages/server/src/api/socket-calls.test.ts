import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket as Connection, connect } from 'node:net';
import { type ServerToClientEvents, type SocketAnswer, socketPath } from '@kassa/contract';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { refusedHandshake } from '../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { buildAuthenticate } from './authenticate.ts';
import { buildDrain } from './drain.ts';
import { buildRateLimits } from './rate-limits.ts';
import { buildSocketApi } from './socket-api.ts';

let server: TestServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

function open(token: string | undefined, options: object = {}): Socket {
  const socket = io(server.url, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    ...options,
  });
  sockets.push(socket);
  return socket;
}

function ask(socket: Socket, name: string, body: object, key?: string): Promise<SocketAnswer> {
  const method = name === 'deposit-status' || name === 'user-get' ? 'GET' : 'POST';
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return socket.emitWithAck('call', { name, method, body, headers });
}

function next<Event extends keyof ServerToClientEvents>(
  socket: Socket,
  event: Event,
): Promise<Parameters<ServerToClientEvents[Event]>[0]> {
  return new Promise((resolve) => socket.once(event, resolve as never));
}

/** Resolves with the error response of a rejected connection. */
async function refusalOf(socket: Socket) {
  const { data } = await new Promise<
    Error & { data?: { status: number; body: { error: { code: string; message: string } } } }
  >((resolve) => socket.once('connect_error', resolve));
  return data;
}

test("pushes the player's profile, answers calls like HTTP, and pushes the credit", async () => {
  const playerId = uuidv7();
  const token = await server.token({ playerId });
  const socket = open(token);
  expect(await next(socket, 'login.token')).toMatchObject({
    id: playerId,
    balanceData: { primary: { amount: '0.00', currency: 'EUR' } },
  });
  const key = uuidv7();
  const created = await ask(socket, 'deposit-create', order, key);
  expect(created.status).toBe(200);
  const overHttp = await server.call('deposit-create', order, { token, key });
  expect(overHttp).toEqual(created);

  const { depositId } = overHttp.body;
  const pushed = next(socket, 'deposit.status');
  const user = next(socket, 'login.token');
  const payment = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  await server.provider('POST', `/v1/payments/${payment.body.id}/approve`, {});
  expect(await pushed).toMatchObject({ depositId, status: 1, word: 'PAYED', amount: '50.00' });
  expect(await user).toMatchObject({ balanceData: { primary: { amount: '50.00' } } });
});

test('refuses a call whose body may be large, and says that it goes over HTTP', async () => {
  const socket = open(await server.token());
  const answer = await ask(socket, 'deposit-claim', { depositId: uuidv7(), proof: 'JVBERi0=' });
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'call.unknown' } } });
  expect(JSON.stringify(answer.body)).toContain('over HTTP');
});

test("gets no pushes of another player's deposits", async () => {
  const bystander = open(await server.token({ playerId: uuidv7() }));
  await next(bystander, 'login.token');
  const heard: unknown[] = [];
  bystander.on('deposit.status', (push) => heard.push(push));
  const token = await server.token({ playerId: uuidv7() });
  const socket = open(token);
  const { body } = await server.call('deposit-create', order, { token });
  const pushed = next(socket, 'deposit.status');
  const payment = await server.provider('GET', `/v1/payments?merchantReference=${body.depositId}`);
  await server.provider('POST', `/v1/payments/${payment.body.id}/approve`, {});
  await pushed;
  // Pushes keep their order on a connection, so a leaked push would have arrived by now.
  await ask(bystander, 'user-get', {});
  expect(heard).toEqual([]);
});

test.each([
  ['no token', undefined, 'auth.tokenMissing'],
  ['a bad token', 'nonsense', 'auth.tokenInvalid'],
])('rejects a connection with %s, with the reason', async (_, token, code) => {
  expect(await refusalOf(open(token))).toMatchObject({ status: 401, body: { error: { code } } });
});

test.each(['Authorization', 'authorization'])(
  'rejects a token in the query as %s, even with a valid token in "auth"',
  async (name) => {
    const token = await server.token();
    for (const auth of [{}, { token }]) {
      const refusal = await refusalOf(open(token, { auth, query: { [name]: `Bearer ${token}` } }));
      expect(refusal).toMatchObject({ status: 400, body: { error: { code: 'request.invalid' } } });
      expect(refusal?.body.error.message).toContain("Socket.IO's auth");
    }
  },
);

test('rejects a connection from a page of another origin', async () => {
  const socket = open(await server.token(), { extraHeaders: { origin: 'https://evil.example' } });
  await new Promise((resolve) => socket.once('connect_error', resolve));
  expect(socket.connected).toBe(false);
});

test('a connection that is reset while its limit is counted does not end the process', async () => {
  const begun = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<void>();
  const http = createServer();
  const api = buildSocketApi();
  api.attach(http, server.core, {
    authenticate: buildAuthenticate(server.core),
    drain: buildDrain(),
    isTrustedProxy: () => false,
    limits: {
      ...buildRateLimits(null, 1),
      take: () => {
        begun.resolve();
        return counted.promise;
      },
    },
  });
  const accepted = new Promise<Connection>((resolve) => http.once('connection', resolve));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1');
  client.write(
    `GET ${socketPath}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: kassa\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const connection = await accepted;
  await begun.promise;
  // An error without a listener would be thrown.
  expect(connection.listenerCount('error')).toBeGreaterThan(0);
  const closed = new Promise((resolve) => connection.once('close', resolve));
  client.resetAndDestroy();
  await closed;
  counted.resolve();
  await api.close();
  http.close();
});

test.each([
  ['from a page of another origin', 403, { headers: { origin: 'https://evil.example' } }],
  ['for an unknown transport', 400, { transport: 'nonsense' }],
])('a refused handshake %s has the headers of every response', async (_, status, options) => {
  const { statusCode, headers } = await refusedHandshake(server.url, options);
  expect(statusCode).toBe(status);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['permissions-policy']).toContain('camera=()');
});

test('answers malformed messages with the error shape, and stays open', async () => {
  const socket = open(await server.token());
  for (const nonsense of [null, 7, 'x', {}, { name: 5, method: 'POST' }]) {
    const answer: SocketAnswer = await socket.emitWithAck('call', nonsense);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'request.malformed' } } });
  }
  const unknown: SocketAnswer = await socket.emitWithAck('call', {
    name: 'toString',
    method: 'GET',
  });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'call.unknown' } } });
  socket.emit('call', { name: 'user-get', method: 'GET' });
  expect(await ask(socket, 'user-get', {})).toMatchObject({ status: 200 });
});

test('acknowledges "alive", and ignores one without an acknowledgement function', async () => {
  const socket = open(await server.token());
  socket.emit('alive');
  await socket.timeout(20_000).emitWithAck('alive');
});

test('rejects calls while earlier answers are unread', async () => {
  const playerId = uuidv7();
  const socket = open(await server.token({ playerId }));
  await next(socket, 'login.token');
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  ws.pause();
  const players = server.core.db.selectFrom('players').where('external_id', '=', playerId);
  const { id } = await players.select('id').executeTakeFirstOrThrow();
  // More than the kernel takes for a client that doesn't read.
  const large = { filler: 'x'.repeat(48 * 1024 * 1024) };
  server.core.publisher.depositChanged('kassa', id, large as never);
  const logged = vi.spyOn(server.core.log, 'info');
  const answers: Promise<SocketAnswer>[] = [];
  // Each call is sent when the one before was answered, so that none is rejected as concurrent.
  while (answers.length < 30) {
    answers.push(ask(socket, 'nothing', {}));
    await expect.poll(() => logged.mock.calls.length, { interval: 5 }).toBe(answers.length);
  }
  logged.mockRestore();
  ws.resume();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual([...Array(16).fill(404), ...Array(14).fill(503)]);
  expect((await ask(socket, 'nothing', {})).status).toBe(404);
});
