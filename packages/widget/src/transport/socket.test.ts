import { buildUser } from '@kassa/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpChannel } from './http.ts';
import { type Connection, createSocketChannel } from './socket.ts';
import { describeTransport, type FakeServer } from './transport.suite.ts';
import { createTransport, type Push } from './transport.ts';

/** A socket.io client whose server is a function. */
function createFakeConnection(server: FakeServer, token: string) {
  const listeners = new Map<string, (data: unknown) => void>();
  const tell = (event: string, data?: unknown) => listeners.get(event)?.(data);
  const connection: Connection = {
    on: (event, listener) => void listeners.set(event, listener),
    emit: (_event, { name, method, body, headers }, acknowledge) => {
      const answer = server({
        name,
        method,
        body,
        token,
        idempotencyKey: headers?.['idempotency-key'],
      });
      if (answer === 'lost') tell('disconnect');
      else acknowledge(answer);
    },
    disconnect: () => {},
  };
  return { connection, tell };
}

const unreachable: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));

function openSocket({
  server = () => ({ status: 200, body: buildUser() }),
  onUnauthorized = () => {},
  fetch = unreachable,
  /** Whether each connection comes up by itself. */
  isUp = true,
}: Partial<{
  server: FakeServer;
  onUnauthorized: () => void;
  fetch: typeof globalThis.fetch;
  isUp: boolean;
}>) {
  const connections: ReturnType<typeof createFakeConnection>[] = [];
  const onReconnectAttempt = vi.fn();
  const onGiveUp = vi.fn();
  const channel = createSocketChannel({
    token: 'token-1',
    connect: async (token) => {
      const fake = createFakeConnection(server, token);
      connections.push(fake);
      if (isUp) queueMicrotask(() => queueMicrotask(() => fake.tell('connect')));
      return fake.connection;
    },
    fallback: createHttpChannel({ origin: 'https://pay.example', token: 'token-1', fetch }),
    onReconnectAttempt,
    onGiveUp,
  });
  const transport = createTransport(channel, { onUnauthorized });
  return { transport, connections, onReconnectAttempt, onGiveUp };
}

describeTransport('the socket transport', async (options) => {
  const { transport } = openSocket(options);
  await vi.advanceTimersByTimeAsync(0);
  return transport;
});

describe('the socket', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('passes pushes on and drops malformed ones', async () => {
    const { transport, connections } = openSocket({});
    await vi.advanceTimersByTimeAsync(0);
    const pushes: Push[] = [];
    transport.onPush((push) => pushes.push(push));
    connections[0]?.tell('login.token', { id: 7 });
    connections[0]?.tell('login.token', buildUser());
    expect(pushes).toEqual([{ name: 'login.token', data: buildUser() }]);
  });

  test('calls go over HTTP until it is connected', async () => {
    const fetch = async () => Response.json(buildUser({ id: 'over-http' }));
    const { transport, connections } = openSocket({ isUp: false, fetch });
    await expect(transport.call('user-get', {})).resolves.toMatchObject({ id: 'over-http' });
    connections[0]?.tell('connect');
    await expect(transport.call('user-get', {})).resolves.toMatchObject({ id: 'player-1' });
  });

  test('tries to connect three times with growing pauses, then gives up', async () => {
    const { connections, onReconnectAttempt, onGiveUp } = openSocket({ isUp: false });
    for (const pauseMs of [2000, 4000, 0]) {
      await vi.advanceTimersByTimeAsync(0);
      connections.at(-1)?.tell('connect_error', new Error('websocket error'));
      await vi.advanceTimersByTimeAsync(pauseMs);
    }
    expect(connections).toHaveLength(3);
    expect(onReconnectAttempt.mock.calls).toEqual([[2], [3]]);
    expect(onGiveUp).toHaveBeenCalledTimes(1);
  });

  test('a refused token is no reason to try again', async () => {
    const onUnauthorized = vi.fn();
    const { connections, onGiveUp } = openSocket({ isUp: false, onUnauthorized });
    await vi.advanceTimersByTimeAsync(0);
    const body = { error: { code: 'auth.tokenExpired', message: 'Expired.' } };
    const refusal = Object.assign(new Error('refused'), { data: { status: 401, body } });
    connections[0]?.tell('connect_error', refusal);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
    expect(connections).toHaveLength(1);
    expect(onGiveUp).not.toHaveBeenCalled();
  });

  test('of two attempts at once only the later one stays', async () => {
    const { transport, connections } = openSocket({ isUp: false });
    transport.updateToken('token-1');
    await vi.advanceTimersByTimeAsync(0);
    const onConnect = vi.fn();
    transport.onConnect(onConnect);
    for (const { tell } of connections) tell('connect');
    expect(connections).toHaveLength(2);
    expect(onConnect).toHaveBeenCalledTimes(1);
  });

  test('reconnects after a loss, and with a new token', async () => {
    const { transport, connections } = openSocket({});
    await vi.advanceTimersByTimeAsync(0);
    const onConnect = vi.fn();
    transport.onConnect(onConnect);
    connections[0]?.tell('disconnect');
    await vi.advanceTimersByTimeAsync(0);
    transport.updateToken('token-2');
    await vi.advanceTimersByTimeAsync(0);
    expect(connections).toHaveLength(3);
    expect(onConnect).toHaveBeenCalledTimes(2);
  });
});
