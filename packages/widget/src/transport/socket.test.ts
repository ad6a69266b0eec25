import { buildUser } from '@kassa/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpChannel } from './http.ts';
import { type Connection, createSocketChannel } from './socket.ts';
import { type FakeServer, fetchFrom, sharedHeaders } from './testing/transport-stage.ts';
import { describeTransport } from './transport.suite.ts';
import { createTransport, type Push, type TransportOptions } from './transport.ts';

/**
 * Creates a fake socket.io client whose server is a function. A `silent` one receives everything
 * and responds to nothing.
 */
function createFakeConnection(server: FakeServer, token: string) {
  const listeners = new Map<string, (data: unknown) => void>();
  const tell = (event: string, data?: unknown) => listeners.get(event)?.(data);
  const state = { isSilent: false, isBusy: false, isDisconnected: false };
  const connection: Connection = {
    on: (event, listener) => void listeners.set(event, listener),
    emit: (...message) => {
      if (state.isSilent) return;
      if (message[0] === 'alive') return message[1]();
      if (state.isBusy) return;
      const [, { name, method, body, headers }, acknowledge] = message;
      const idempotencyKey = headers?.['idempotency-key'];
      const answer = server({ name, method, body, token, idempotencyKey, headers });
      if (answer === 'lost') tell('disconnect');
      else acknowledge(answer);
    },
    disconnect: () => {
      state.isDisconnected = true;
    },
  };
  return { connection, tell, state };
}

/** After this time in ms a connection counts as one that stays. */
const stayedMs = 10_000;

const unreachable: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));

function openSocket({
  server = () => ({ status: 200, body: buildUser() }),
  onUnauthorized = () => {},
  onFailure,
  fetch = unreachable,
  /** Whether connections succeed by themselves. */
  isUp = true,
  isStarted = true,
  /** By default the shortest pauses. */
  random = () => 0,
}: Partial<{
  server: FakeServer;
  onUnauthorized: () => void;
  onFailure: TransportOptions['onFailure'];
  fetch: typeof globalThis.fetch;
  isUp: boolean;
  isStarted: boolean;
  random: () => number;
}>) {
  const connections: ReturnType<typeof createFakeConnection>[] = [];
  /** The behaviour of new connections. */
  const network = { comesUp: isUp, failsAtOnce: false, closesAfterMs: Infinity };
  const onReconnectAttempt = vi.fn();
  const onGiveUp = vi.fn();
  const channel = createSocketChannel({
    token: 'token-1',
    connect: async (token) => {
      const fake = createFakeConnection(server, token);
      connections.push(fake);
      queueMicrotask(() =>
        queueMicrotask(() => {
          if (network.comesUp) fake.tell('connect');
          if (network.closesAfterMs < Infinity)
            setTimeout(() => fake.tell('disconnect'), network.closesAfterMs);
          if (network.failsAtOnce) fake.tell('connect_error', new Error('websocket error'));
        }),
      );
      return fake.connection;
    },
    fallback: createHttpChannel({ origin: 'https://pay.example', token: 'token-1', fetch }),
    onReconnectAttempt,
    onGiveUp,
    random,
  });
  const transport = createTransport(channel, {
    headers: sharedHeaders,
    onUnauthorized,
    ...(onFailure && { onFailure }),
  });
  if (isStarted) transport.start();
  return { transport, connections, network, onReconnectAttempt, onGiveUp };
}

describeTransport('the socket transport', async (options) => {
  const { transport } = openSocket({ ...options, fetch: fetchFrom(options.server) });
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
    const data = {
      withdrawalId: 'w1',
      status: 1,
      word: 'PAID',
      amount: '50',
      currency: 'EUR',
    } as const;
    connections[0]?.tell('withdrawal.status', { ...data, word: 'SOLD' });
    connections[0]?.tell('withdrawal.status', data);
    connections[0]?.tell('login.token', { id: 7 });
    connections[0]?.tell('login.token', buildUser());
    connections[0]?.tell('methods.changed', undefined);
    expect(pushes).toEqual([
      { name: 'withdrawal.status', data },
      { name: 'login.token', data: buildUser() },
      { name: 'methods.changed' },
    ]);
  });

  test.each([undefined, 'SETTLED'])(
    'passes on a push of a deposit with the status %s',
    async (word) => {
      const { transport, connections } = openSocket({});
      await vi.advanceTimersByTimeAsync(0);
      const pushes: Push[] = [];
      transport.onPush((push) => pushes.push(push));
      const data = { depositId: 'deposit-1', status: 9, amount: '50.00', currency: 'EUR' };
      connections[0]?.tell('deposit.status', { ...data, word });
      expect(pushes).toEqual([{ name: 'deposit.status', data }]);
    },
  );

  test('calls go over HTTP until it is connected', async () => {
    const fetch = async () => Response.json(buildUser({ id: 'over-http' }));
    const { transport, connections } = openSocket({ isUp: false, fetch });
    await expect(transport.call('user-get', {})).resolves.toMatchObject({ id: 'over-http' });
    connections[0]?.tell('connect');
    await expect(transport.call('user-get', {})).resolves.toMatchObject({ id: 'player-1' });
  });

  test('retries a failed connection three times with growing pauses (§7), then gives up', async () => {
    const { connections, onReconnectAttempt, onGiveUp } = openSocket({ isUp: false });
    for (const pauseMs of [2000, 4000, 8000, 0]) {
      await vi.advanceTimersByTimeAsync(0);
      expect(onGiveUp).not.toHaveBeenCalled();
      connections.at(-1)?.tell('connect_error', new Error('websocket error'));
      await vi.advanceTimersByTimeAsync(pauseMs);
    }
    expect(connections).toHaveLength(4);
    expect(onReconnectAttempt.mock.calls).toEqual([[1], [2], [3]]);
    expect(onGiveUp).toHaveBeenCalledTimes(1);
  });

  test('after a loss the first of three retries begins soon, and each is reported', async () => {
    const { connections, network, onReconnectAttempt, onGiveUp } = openSocket({});
    await vi.advanceTimersByTimeAsync(stayedMs);
    expect(onReconnectAttempt).not.toHaveBeenCalled();
    network.comesUp = false;
    network.failsAtOnce = true;
    connections[0]?.tell('disconnect');
    await vi.advanceTimersByTimeAsync(0);
    expect(onReconnectAttempt.mock.calls).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(11_999);
    expect(onGiveUp).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onReconnectAttempt.mock.calls).toEqual([[1], [2], [3]]);
    expect(connections).toHaveLength(4);
    expect(onGiveUp).toHaveBeenCalledTimes(1);
  });

  test.each([
    [0, [0, 4000, 8000, 60_000]],
    [0.5, [1000, 6000, 10_000, 67_500]],
    [0.99, [1980, 7960, 10_000, 74_850]],
  ])('a server that stops doesn’t meet all at once again: at %d', async (chance, pausesMs) => {
    const { connections, network } = openSocket({ random: () => chance });
    await vi.advanceTimersByTimeAsync(stayedMs);
    network.comesUp = false;
    network.failsAtOnce = true;
    connections[0]?.tell('disconnect');
    for (const [retry, pauseMs] of pausesMs.entries()) {
      if (pauseMs > 0) await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(connections).toHaveLength(retry + 1);
      await vi.advanceTimersByTimeAsync(pauseMs > 0 ? 1 : 0);
      expect(connections).toHaveLength(retry + 2);
    }
  });

  test('a thousand widgets come back to a server over two seconds', async () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const sockets = Array.from({ length: 1000 }, () => openSocket({ random }));
    await vi.advanceTimersByTimeAsync(stayedMs);
    for (const { connections } of sockets) connections[0]?.tell('disconnect');
    let there = 0;
    for (let tenth = 0; tenth < 20; tenth += 1) {
      await vi.advanceTimersByTimeAsync(100);
      const back = sockets.filter(({ connections }) => connections.length === 2).length;
      expect(back - there).toBeLessThan(100);
      there = back;
    }
    expect(there).toBe(1000);
  });

  test('a proxy that accepts and closes again and again is given up after three retries', async () => {
    const { connections, network, onReconnectAttempt, onGiveUp } = openSocket({
      random: () => 0.5,
    });
    network.closesAfterMs = 1000;
    // Pauses of 1, 6 and 10 s between four connections of a second.
    await vi.advanceTimersByTimeAsync(20_999);
    expect(onGiveUp).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onReconnectAttempt.mock.calls).toEqual([[1], [2], [3]]);
    expect(onGiveUp).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(300_000);
    // One more attempt a minute, without a further report.
    expect(connections).toHaveLength(4 + 4);
    expect(onGiveUp).toHaveBeenCalledTimes(1);
    network.closesAfterMs = Infinity;
    await vi.advanceTimersByTimeAsync(70_000 + stayedMs);
    connections.at(-1)?.tell('disconnect');
    await vi.advanceTimersByTimeAsync(1000);
    expect(onReconnectAttempt).toHaveBeenLastCalledWith(1);
  });

  test('a rejected token is not retried', async () => {
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

  test('of two parallel attempts only the later one stays', async () => {
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
    await vi.advanceTimersByTimeAsync(2000);
    transport.updateToken('token-2');
    await vi.advanceTimersByTimeAsync(0);
    expect(connections).toHaveLength(3);
    expect(onConnect).toHaveBeenCalledTimes(2);
  });

  test('is not opened before the start; calls go over HTTP', async () => {
    const fetch = async () => Response.json(buildUser({ id: 'over-http' }));
    const { transport, connections } = openSocket({ isStarted: false, fetch });
    transport.updateToken('token-2');
    await expect(transport.call('user-get', {})).resolves.toMatchObject({ id: 'over-http' });
    expect(connections).toHaveLength(0);
    transport.start();
    transport.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(connections).toHaveLength(1);
  });

  test.each([
    [0, true],
    [99, true],
    [100, false],
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [600, false],
    [601, true],
  ])('treats the status %i as a success: %s (§8)', async (status, isSuccess) => {
    const { transport } = openSocket({ server: () => ({ status, body: buildUser() }) });
    await vi.advanceTimersByTimeAsync(0);
    const outcome = transport.call('user-get', {}).then(
      () => true,
      () => false,
    );
    expect(await outcome).toBe(isSuccess);
  });

  test('a call with a large body goes over HTTP, with its key', async () => {
    const claim = {
      claimId: 'claim-1',
      status: 'open',
      openedAt: '2026-01-01T10:00:00Z',
      dueAt: '2026-01-02T10:00:00Z',
      proofs: 1,
    };
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(claim));
    const server = vi.fn<FakeServer>(() => ({ status: 200, body: buildUser() }));
    const { transport } = openSocket({ server, fetch });
    await vi.advanceTimersByTimeAsync(0);
    const request = { depositId: 'deposit-1', proof: 'JVBERi0=' };
    const options = { idempotencyKey: 'key-1' };
    await expect(transport.call('deposit-claim', request, options)).resolves.toEqual(claim);
    expect(server).not.toHaveBeenCalled();
    const [[address, init] = []] = fetch.mock.calls;
    expect(String(address)).toBe('https://pay.example/api/banking/deposit-claim');
    expect(init).toMatchObject({ body: JSON.stringify(request), keepalive: false });
    expect(new Headers(init?.headers).get('idempotency-key')).toBe('key-1');
  });

  test('requests that must outlive the page go over HTTP', async () => {
    const fetch = vi.fn(async () => Response.json({ accepted: 1 }));
    const { transport } = openSocket({ fetch });
    await vi.advanceTimersByTimeAsync(0);
    const events = [{ event: 'exit', event_category: 'deposit' } as const];
    await transport.call('events', { events }, { keepalive: true });
    expect(fetch).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ keepalive: true }),
    );
  });

  describe('that loses its connection', () => {
    const session = { payment_session_id: 'session-1' };
    const request = { amount: '50', currency: 'EUR' };

    /** Opens a connected socket, with a working HTTP fallback. */
    async function openBoth() {
      const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(session));
      const opened = openSocket({ fetch, server: () => ({ status: 200, body: session }) });
      await vi.advanceTimersByTimeAsync(0);
      const [first] = opened.connections;
      if (first === undefined) throw new Error('Nothing was opened.');
      const keysOverHttp = () =>
        fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
      return { ...opened, first, keysOverHttp };
    }

    test('silently is detected by a waiting call, which goes on over HTTP with its key', async () => {
      const { transport, first, network, keysOverHttp } = await openBoth();
      first.state.isSilent = true;
      network.comesUp = false;
      const calling = transport.call('session-start', request, { idempotencyKey: 'key-1' });
      await vi.advanceTimersByTimeAsync(5900);
      expect(first.state.isDisconnected).toBe(false);
      await vi.advanceTimersByTimeAsync(100);
      expect(first.state.isDisconnected).toBe(true);
      await vi.advanceTimersByTimeAsync(2000);
      await expect(calling).resolves.toEqual(session);
      expect(keysOverHttp()).toEqual(['key-1']);
    });

    test('with the network detects it at once', async () => {
      const { transport, first, keysOverHttp } = await openBoth();
      first.state.isBusy = true;
      const calling = transport.call('session-start', request, { idempotencyKey: 'key-1' });
      globalThis.dispatchEvent(new Event('offline'));
      expect(first.state.isDisconnected).toBe(true);
      await vi.advanceTimersByTimeAsync(2000);
      await expect(calling).resolves.toEqual(session);
      expect(keysOverHttp()).toEqual([]);
    });

    test('keeps a connection that is merely slow', async () => {
      const { transport, first } = await openBoth();
      first.state.isBusy = true;
      const calling = transport.call('session-start', request, { idempotencyKey: 'key-1' });
      await vi.advanceTimersByTimeAsync(19_000);
      expect(first.state.isDisconnected).toBe(false);
      first.state.isBusy = false;
      await vi.advanceTimersByTimeAsync(3000);
      await expect(calling).resolves.toEqual(session);
    });

    test('and can’t reconnect passes its calls to HTTP, and reports this once', async () => {
      const { transport, network, keysOverHttp, onGiveUp, first } = await openBoth();
      network.comesUp = false;
      network.failsAtOnce = true;
      first.tell('disconnect');
      await vi.advanceTimersByTimeAsync(5900);
      expect(onGiveUp).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(300_000);
      expect(onGiveUp).toHaveBeenCalledTimes(1);
      await transport.call('session-start', request, { idempotencyKey: 'key-1' });
      expect(keysOverHttp()).toEqual(['key-1']);
    });
  });

  test('tries again once a minute after giving up, and when the network comes back', async () => {
    const { transport, connections, network, onGiveUp } = openSocket({ isUp: false });
    network.failsAtOnce = true;
    await vi.advanceTimersByTimeAsync(14_000);
    expect(connections).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(connections).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(1000);
    expect(connections).toHaveLength(5);

    network.failsAtOnce = false;
    network.comesUp = true;
    const onConnect = vi.fn();
    transport.onConnect(onConnect);
    globalThis.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(connections).toHaveLength(6);
    expect(onConnect).toHaveBeenCalledTimes(1);
    expect(onGiveUp).toHaveBeenCalledTimes(1);
  });

  test('doesn’t react to events once it is closed', async () => {
    const { transport, connections } = openSocket({});
    await vi.advanceTimersByTimeAsync(0);
    transport.close();
    globalThis.dispatchEvent(new Event('offline'));
    globalThis.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(connections).toHaveLength(1);
  });
});
