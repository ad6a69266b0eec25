import { once } from 'node:events';
import { get, request as sendRequest } from 'node:http';
import { type SocketAnswer, socketPath } from '@kassa/contract';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  callOverSocket,
  connected,
  disconnected,
  openSocket,
  refusedHandshake,
} from '../testing/player-socket.ts';
import { signSandboxEvent } from '../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

afterAll(() => server.stop());

let lastAddress = 0;

/** An address without any counted requests, in a proxy's header. */
function freshAddress(): { 'x-forwarded-for': string } {
  lastAddress += 1;
  return { 'x-forwarded-for': `10.0.${lastAddress >> 8}.${lastAddress & 255}` };
}

async function open(token: string): Promise<Socket> {
  const socket = openSocket(server.url, token, { extraHeaders: freshAddress() });
  sockets.push(socket);
  return connected(socket);
}

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Runs `act` in one period of the rate limits: what they count in it first is never forgotten. */
async function inOnePeriod<Result>(act: () => Promise<Result>): Promise<Result> {
  const duration = vi.spyOn(RateLimiterMemory.prototype, 'duration', 'get').mockReturnValue(0);
  try {
    return await act();
  } finally {
    duration.mockRestore();
  }
}

/** Runs `act` in one second of the limits of a connection, however slow the machine. */
async function inOneSecond<Result>(act: () => Promise<Result>): Promise<Result> {
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    return await act();
  } finally {
    now.mockRestore();
  }
}

/**
 * Sends `most` requests one after the other, and one that a rate limit rejects; returns the statuses
 * of the others.
 */
const untilLimited = (most: number, ask: () => Promise<Response>) =>
  inOnePeriod(async () => {
    const statuses = new Set<number>();
    for (let count = 0; ; count += 1) {
      const response = await ask();
      if (count === most || response.status === 429) {
        expect({ count, status: response.status }).toEqual({ count: most, status: 429 });
        return { statuses: [...statuses], response };
      }
      statuses.add(response.status);
      await response.body?.cancel();
    }
  });

async function bearer(playerId: string): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await server.token({ playerId })}` };
}

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

/** Deeper than the body of any call, but within the size limit. */
const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`;

describe('over HTTP', () => {
  test('a player over the limit is told when to retry; other players of the address are not affected', async () => {
    const address = freshAddress();
    const headers = { ...address, ...(await bearer('flooder')) };
    const create = () =>
      post('/api/banking/deposit-create', order, { ...headers, 'idempotency-key': uuidv7() });
    const { statuses, response } = await untilLimited(10, create);
    expect(statuses).toEqual([200]);
    const seconds = response.headers.get('retry-after');
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      error: { code: 'rate.limited', params: { seconds } },
    });
    const reading = await fetch(`${server.url}/api/banking/user-get`, { headers });
    expect(reading.status).toBe(200);
    const neighbour = { ...address, ...(await bearer('neighbour')), 'idempotency-key': uuidv7() };
    expect((await post('/api/banking/deposit-create', order, neighbour)).status).toBe(200);
  });

  test('of a player four calls are in work at once, the others wait; other players go on', async () => {
    const { core } = server;
    const { walletOf } = core;
    const begun: string[] = [];
    const release = Promise.withResolvers<void>();
    const profile: ReturnType<typeof walletOf>['profile'] = async (caller) => {
      begun.push(caller.externalId);
      if (caller.externalId === 'many at once') await release.promise;
      return walletOf(caller.brandId).profile(caller);
    };
    Object.assign(core, { walletOf: (brandId: string) => ({ ...walletOf(brandId), profile }) });
    try {
      const headers = { ...freshAddress(), ...(await bearer('many at once')) };
      const call = (own: object) =>
        fetch(`${server.url}/api/banking/user-get`, { headers: { ...headers, ...own } });
      const flood = Array.from({ length: 40 }, () => call({}));
      // Four are in work, 32 wait, and four are refused.
      const statuses: number[] = [];
      for (const one of flood) void one.then(({ status }) => statuses.push(status));
      await expect.poll(() => statuses).toEqual([429, 429, 429, 429]);
      expect((await call(await bearer('one at a time'))).status).toBe(200);
      expect(begun.filter((it) => it === 'many at once')).toHaveLength(4);
      release.resolve();
      expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(36);
    } finally {
      Object.assign(core, { walletOf });
    }
  });

  test('invalid tokens count against their address, and block no valid token', async () => {
    const address = freshAddress();
    const guess = () =>
      fetch(`${server.url}/api/banking/user-get`, {
        headers: { ...address, authorization: 'Bearer nonsense' },
      });
    expect((await untilLimited(200, guess)).statuses).toEqual([401]);
    const signedIn = { ...address, ...(await bearer('honest')) };
    const good = await fetch(`${server.url}/api/banking/user-get`, { headers: signedIn });
    expect(good.status).toBe(200);
    // The client's own header stands before the proxy's, and is not trusted.
    const spoofed = { 'x-forwarded-for': `198.51.100.1, ${address['x-forwarded-for']}` };
    const lie = await fetch(`${server.url}/api/banking/user-get`, { headers: spoofed });
    expect(lie.status).toBe(429);
    const elsewhere = await fetch(`${server.url}/api/banking/user-get`, {
      headers: freshAddress(),
    });
    expect(elsewhere.status).toBe(401);
  });

  test('analytics events, measurements and page codes have limits', async () => {
    const headers = { ...freshAddress(), ...(await bearer('chatty')) };
    const batch = { events: [] };
    await untilLimited(60, () => post('/api/banking/events', batch, headers));
    const items = [{ name: 'LCP', value: 1200, path: '/deposit' }];
    const measure = () => post('/kassa/rum', { version: '1', items }, headers);
    const measured = await untilLimited(300, measure);
    expect(measured.statuses).toEqual([204]);
    expect(measured.response.headers.get('retry-after')).not.toBeNull();
    const code = 'A'.repeat(43);
    const guessed = await untilLimited(300, () => post('/kassa/form', { code }, headers));
    expect(guessed.statuses).toEqual([404]);
  });

  test('notifications with invalid signatures are soon rate limited; valid ones are not', async () => {
    const address = freshAddress();
    const path = '/api/providers/kassa/sandbox/notifications';
    const { statuses } = await untilLimited(200, () => post(path, {}, address));
    expect(statuses).toEqual([401]);
    const event = { id: uuidv7(), type: 'payment.updated', payment: {} };
    const { headers, body } = signSandboxEvent(event, server.webhookSecret, new Date());
    for (let index = 0; index < 300; index += 1) {
      expect((await post(path, body, { ...freshAddress(), ...headers })).status).not.toBe(429);
    }
  });

  test.each(['/api/banking/deposit-create', '/kassa/rum'])(
    'rejects deep nesting at %s',
    async (path) => {
      const headers = { ...freshAddress(), ...(await bearer('deep')), 'idempotency-key': uuidv7() };
      const response = await post(path, deep, headers);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'request.malformed' } });
    },
  );
});

/** Makes calls until a rate limit rejects one; returns the statuses and that rejection. */
const untilRefused = (call: () => Promise<SocketAnswer>) =>
  inOnePeriod(async () => {
    const taken: number[] = [];
    for (;;) {
      const answer = await call();
      if (answer.status === 429) return { taken, refusal: answer };
      taken.push(answer.status);
    }
  });

describe('over a socket', () => {
  test('a player has the same limits as over HTTP, and also gets the seconds to wait', async () => {
    const socket = await open(await server.token({ playerId: 'both' }));
    const create = () => callOverSocket(socket, 'deposit-create', order, uuidv7());
    const { taken, refusal } = await untilRefused(create);
    expect(taken).toEqual(Array(10).fill(200));
    expect(refusal).toMatchObject({
      body: {
        error: { code: 'rate.limited', params: { seconds: expect.stringMatching(/^\d+$/) } },
      },
    });
    expect(Object.keys(refusal).sort()).toEqual(['body', 'status']);
    const headers = { ...freshAddress(), ...(await bearer('both')), 'idempotency-key': uuidv7() };
    expect((await post('/api/banking/deposit-create', order, headers)).status).toBe(429);
  });

  test('one connection may make 20 calls a second, and stays open beyond', async () => {
    const socket = await open(await server.token({ playerId: 'quick' }));
    // Unknown names, so that no other limit applies; few at a time.
    const statuses = await inOneSecond(async () => {
      const statuses: number[] = [];
      for (let index = 0; index < 30; index += 1) {
        const answer = await socket.emitWithAck('call', { name: 'nothing', method: 'GET' });
        statuses.push(answer.status);
      }
      return statuses;
    });
    expect(statuses).toEqual([...Array(20).fill(404), ...Array(10).fill(429)]);
    expect(socket.connected).toBe(true);
  });

  test('rejects deep nesting, and stays open', async () => {
    const socket = await open(await server.token({ playerId: 'deep' }));
    const answer = await callOverSocket(socket, 'deposit-create', JSON.parse(deep), uuidv7());
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'request.malformed' } } });
    expect(socket.connected).toBe(true);
  });

  test('closes a connection that sends too many messages of any kind', async () => {
    const socket = await open(await server.token({ playerId: 'alive' }));
    const closed = disconnected(socket);
    await inOneSecond(async () => {
      for (let index = 0; index < 150; index += 1) socket.emit('alive', () => {});
      expect(await closed).toMatch(/transport/);
    });
  });

  test('closes a connection that sends a message that is too large', async () => {
    const socket = await open(await server.token({ playerId: 'large' }));
    const closed = disconnected(socket);
    socket.emit('call', { name: 'user-get', method: 'GET', body: { a: 'x'.repeat(70_000) } });
    expect(await closed).toMatch(/transport/);
  });

  test('closes a connection that tries many tokens', async () => {
    const address = server.url.replace('http', 'ws');
    const socket = new WebSocket(`${address}${socketPath}/?EIO=4&transport=websocket`);
    const closed = new Promise<void>((resolve) => {
      socket.onclose = () => resolve();
    });
    socket.onopen = () => {
      for (let index = 0; index < 150; index += 1) socket.send(`40{"token":"guess ${index}"}`);
    };
    await inOneSecond(() => closed);
  });

  test('a player has 20 sockets at a time', async () => {
    const token = await server.token({ playerId: 'many' });
    const all: Socket[] = [];
    for (let index = 0; index < 20; index += 1) all.push(await open(token));
    await expect(open(token)).rejects.toMatchObject({
      data: { status: 429, body: { error: { code: 'rate.limited', params: { seconds: '45' } } } },
    });
    all[0]?.close();
    await expect.poll(() => open(token).catch(() => null)).not.toBeNull();
  });

  test('a player who connects too often is rate limited', async () => {
    const token = await server.token({ playerId: 'restless' });
    const attempt = async () => {
      const socket = await open(token);
      socket.close();
    };
    expect(await untilRejected(attempt, { data: { status: 429 } })).toBe(30);
  });
});

/** Counts the attempts that succeed before one fails with the expected error. */
const untilRejected = (attempt: () => Promise<unknown>, failure: object) =>
  inOnePeriod(async () => {
    for (let count = 0; ; count += 1) {
      const outcome = await attempt().then(
        () => null,
        (error: unknown) => error,
      );
      if (outcome === null) continue;
      expect(outcome).toMatchObject(failure);
      return count;
    }
  });

describe('with a hundredth of the limits', () => {
  let small: TestServer;

  beforeAll(async () => {
    small = await startTestServer({ RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: '1' });
  });

  afterAll(() => small.stop());

  test('limits the new sockets of an address; other addresses are not affected', async () => {
    const attempt = async (extraHeaders: object) => {
      const token = await small.token({ playerId: `of-many-${uuidv7()}` });
      const socket = openSocket(small.url, token, { extraHeaders });
      sockets.push(socket);
      return connected(socket);
    };
    const crowded = freshAddress();
    expect(await untilRejected(() => attempt(crowded), {})).toBe(10);
    const { statusCode } = await refusedHandshake(small.url, { headers: crowded });
    expect(statusCode).toBe(429);
    await attempt(freshAddress());
  });

  test("no operator's client can claim another address, although TRUST_PROXY is a number", async () => {
    const askWithKey = () =>
      fetch(`${small.operatorUrl}/operator/v1/acts`, { headers: freshAddress() });
    expect((await untilLimited(1, askWithKey)).statuses).toEqual([401]);
    const connect = () =>
      new Promise<void>((resolve, reject) => {
        const options = { agent: false, localAddress: '127.0.0.2', headers: freshAddress() };
        get(`${small.operatorUrl}/healthz`, options, (response) => {
          response.resume().on('end', resolve);
        }).on('error', reject);
      });
    expect(await untilRejected(connect, { code: 'ECONNRESET' })).toBe(20);
  });

  test.each([
    ['pages', '/kassa/deposit', 200],
    ['assets', '/kassa/assets/main.js', 200],
    ['unknown URLs', '/nothing', 404],
  ])(
    'limits the requests of an address for %s; nothing else is affected',
    async (_, path, status) => {
      const headers = freshAddress();
      const limited = await untilLimited(200, () => fetch(`${small.url}${path}`, { headers }));
      expect(limited.statuses).toEqual([status]);
      expect(await limited.response.json()).toMatchObject({ error: { code: 'rate.limited' } });
      expect(Number(limited.response.headers.get('retry-after'))).toBeGreaterThan(0);
      const others = [
        fetch(`${small.url}${path}`, { headers: freshAddress() }),
        fetch(`${small.url}/readyz`, { headers }),
        fetch(`${small.url}/api/banking/user-get`, { headers }),
      ];
      const statuses = (await Promise.all(others)).map((response) => response.status);
      expect(statuses).toEqual([status, 200, 401]);
    },
  );
});

test('a file that is not admitted does not count for the day', async () => {
  const token = await server.token({ playerId: uuidv7() });
  const path = '/api/banking/deposit-claim';
  const bearer = { authorization: `Bearer ${token}` };
  const hold = async () => {
    const request = sendRequest(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json', expect: '100-continue' },
    });
    request.on('error', () => {});
    await once(request, 'continue');
    return request;
  };
  const held = [await hold(), await hold()];
  const codeOf = async () => {
    const response = await post(path, 'no JSON', bearer);
    return ((await response.json()) as { error: { code: string } }).error.code;
  };
  await expect.poll(codeOf).toBe('rate.limited');
  for (let count = 0; count < 60; count += 1) await codeOf();
  for (const request of held) request.destroy();
  await expect.poll(codeOf).toBe('request.malformed');
  for (let count = 0; count < 60; count += 1) await codeOf();
  expect(await codeOf()).toBe('rate.ofDay');
});
