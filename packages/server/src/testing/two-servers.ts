import type { DepositStatusPush } from '@kassa/contract';
import type { Socket } from 'socket.io-client';
import { defaultTimeouts } from '../api/timeouts.ts';
import { nextPush, openSocket } from './player-socket.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const sockets: Socket[] = [];

/** Two servers on one database, as two processes are; each looks for news of the other so often. */
export async function startTwo(
  settings: NodeJS.ProcessEnv = {},
  lookAgainMs = defaultTimeouts.lookAgainMs,
): Promise<[TestServer, TestServer]> {
  const shared = { ...settings, DATABASE_URL: await createTestDatabase() };
  const hurried = { timeouts: { lookAgainMs } };
  return [await startTestServer(shared, hurried), await startTestServer(shared, hurried)];
}

/** All that were opened here. */
export function closeSockets(): void {
  for (const socket of sockets.splice(0)) socket.close();
}

/** Opens one and waits for nothing: what it is pushed first can be heard, too. */
export function beginSocket(server: TestServer, token: string, options: object = {}): Socket {
  const socket = openSocket(server.url, token, options);
  sockets.push(socket);
  return socket;
}

/** Also past the first push, which says who is signed in. */
export async function openSignedIn(server: TestServer, token: string): Promise<Socket> {
  const socket = beginSocket(server, token);
  await nextPush(socket, 'login.token');
  return socket;
}

/** A deposit that the provider was paid for: its notification goes to this server. */
export async function depositAt(server: TestServer, playerId: string): Promise<string> {
  const token = await server.token({ playerId });
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const { body } = await server.call('deposit-create', order, { token });
  const found = await server.provider('GET', `/v1/payments?merchantReference=${body.depositId}`);
  await server.provider('POST', `/v1/payments/${found.body.id}/approve`, {});
  return body.depositId;
}

/** The ids of the deposits that a socket hears have ended, as it hears so. */
export function hearEnds(socket: Socket): string[] {
  const ended: string[] = [];
  socket.on('deposit.status', ({ depositId, status }: DepositStatusPush) => {
    if (status !== 0) ended.push(depositId);
  });
  return ended;
}
