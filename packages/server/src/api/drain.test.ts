import { type SocketAnswer, socketPath } from '@kassa/contract';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { isDatabaseAway } from '../ground/database/is-database-away.ts';
import { callOverSocket, connected, disconnected, openSocket } from '../testing/player-socket.ts';
import { startTestServer } from '../testing/test-server.ts';

test('a drain answers the requests under way, then accepts no more', async () => {
  const server = await startTestServer({}, { providerTimeoutMs: 500 });
  await server.provider('POST', '/v1/behaviours', { create: 'slow' });
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const underWay = server.call('deposit-create', order);
  // The row is written before the request goes to the provider.
  await expect
    .poll(() => server.core.db.selectFrom('deposits').select('status').execute())
    .toEqual([{ status: 'created' }]);
  await server.stop();
  expect((await underWay).status).toBe(504);
  for (const origin of [server.url, server.operatorUrl]) {
    await expect(fetch(`${origin}/readyz`)).rejects.toThrow();
  }
});

test('a drain answers the calls under way on a socket too', async () => {
  const server = await startTestServer({}, { providerTimeoutMs: 500 });
  await server.provider('POST', '/v1/behaviours', { create: 'slow' });
  const socket = io(server.url, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    auth: { token: await server.token() },
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const underWay: Promise<SocketAnswer> = socket.emitWithAck('call', {
    name: 'deposit-create',
    method: 'POST',
    body: { amount: '50', currency: 'EUR', paymentType: 'card' },
    headers: { 'idempotency-key': uuidv7() },
  });
  await expect
    .poll(() => server.core.db.selectFrom('deposits').select('status').execute())
    .toEqual([{ status: 'created' }]);
  await server.stop();
  expect((await underWay).status).toBe(504);
  socket.close();
});

test('first reports on /readyz that it stops, and answers until load balancers have noticed', async () => {
  const lead = Promise.withResolvers<void>();
  const server = await startTestServer({}, { waitLead: () => lead.promise });
  const token = await server.token();
  const readiness = () => fetch(`${server.url}/readyz`);
  expect((await readiness()).status).toBe(200);
  const stopped = server.stop();
  await expect.poll(async () => (await readiness()).status).toBe(503);
  const { status, headers } = await fetch(`${server.operatorUrl}/readyz`);
  expect({ status, connection: headers.get('connection') }).toEqual({
    status: 503,
    connection: 'close',
  });
  expect((await server.call('user-get', {}, { token })).status).toBe(200);
  const socket = openSocket(server.url, token);
  await connected(socket);
  expect((await callOverSocket(socket, 'user-get')).status).toBe(200);
  const closed = disconnected(socket);
  lead.resolve();
  await stopped;
  // Not a "disconnect": after that, clients don't reconnect by themselves.
  expect(await closed).toBe('transport close');
});

test('a lost database connection fails only the requests that used it', async () => {
  const server = await startTestServer();
  const { db } = server.core;
  const killed = db.transaction().execute(async (tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await expect(killed).rejects.toSatisfy(isDatabaseAway);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
});
