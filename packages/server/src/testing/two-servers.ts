import type { DepositStatusPush } from '@kassa/contract';
import type { Socket } from 'socket.io-client';
import { defaultTimeouts } from '../api/timeouts.ts';
import { nextPush, openSocket } from './player-socket.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const sockets: Socket[] = [];

/**
 * Starts two servers on one database, as two processes; each polls for updates of the other at this
 * interval.
 * @param more - further options of both servers
 */
export async function startTwo(
  settings: NodeJS.ProcessEnv = {},
  lookAgainMs = defaultTimeouts.lookAgainMs,
  more: Parameters<typeof startTestServer>[1] = {},
): Promise<[TestServer, TestServer]> {
  const shared = { ...settings, DATABASE_URL: await createTestDatabase() };
  const options = { ...more, timeouts: { lookAgainMs } };
  return [await startTestServer(shared, options), await startTestServer(shared, options)];
}

/** Closes all sockets that this file opened. */
export function closeSockets(): void {
  for (const socket of sockets.splice(0)) socket.close();
}

/** Opens a socket without waiting, so that the caller can listen for the first push, too. */
export function beginSocket(server: TestServer, token: string, options: object = {}): Socket {
  const socket = openSocket(server.url, token, options);
  sockets.push(socket);
  return socket;
}

/** Opens a socket and waits for its first push, which names the signed-in player. */
export async function openSignedIn(server: TestServer, token: string): Promise<Socket> {
  const socket = beginSocket(server, token);
  await nextPush(socket, 'login.token');
  return socket;
}

/** Creates a deposit that the provider was paid for; the notification goes to this server. */
export async function depositAt(server: TestServer, playerId: string): Promise<string> {
  const token = await server.token({ playerId });
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const { body } = await server.call('deposit-create', order, { token });
  const found = await server.provider('GET', `/v1/payments?merchantReference=${body.depositId}`);
  await server.provider('POST', `/v1/payments/${found.body.id}/approve`, {});
  return body.depositId;
}

/** Collects the ids of the deposits whose end the socket receives, in order. */
export function hearEnds(socket: Socket): string[] {
  const ended: string[] = [];
  socket.on('deposit.status', ({ depositId, status }: DepositStatusPush) => {
    if (status !== 0) ended.push(depositId);
  });
  return ended;
}
