import type { Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findCluster } from '../../../../../scripts/find-cluster.mjs';
import { connected, disconnected, nextPush } from '../../testing/player-socket.ts';
import { startRedis, type TestRedis } from '../../testing/start-redis.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  closeSockets,
  depositAt,
  hearEnds,
  openAt,
  openSignedIn,
  startTwo,
} from '../../testing/two-servers.ts';

/** In CI nothing may be missing: there its tests fail. */
const isMissing = !process.env.CI && findCluster().missing.includes('redis-server');
const suffix = isMissing ? ' (skipped, this machine lacks: redis-server)' : '';

/** The type of a Socket.IO packet that says so. */
const connectError = 4;

afterEach(closeSockets);

describe.skipIf(isMissing)(`with Redis${suffix}`, () => {
  let redis: TestRedis;
  let one: TestServer;
  let other: TestServer;

  beforeAll(async () => {
    redis = await startRedis();
    [one, other] = await startTwo({ REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await redis.end();
  });

  /** Once both processes hear each other. */
  async function untilTogether(): Promise<void> {
    const playerId = uuidv7();
    const socket = await openAt(other, await other.token({ playerId }));
    let isHeard = false;
    socket.on('methods.changed', () => {
      isHeard = true;
    });
    const isTogether = () => {
      one.core.publisher.methodsChanged('kassa');
      return isHeard;
    };
    await expect.poll(isTogether, { interval: 100 }).toBe(true);
  }

  test('pushes reach a player on the other process, and nobody else', async () => {
    await untilTogether();
    const playerId = uuidv7();
    const token = await other.token({ playerId });
    const [socket, bystander] = [
      await openSignedIn(other, token),
      await openSignedIn(other, await other.token({ playerId: uuidv7() })),
    ];
    const overheard: string[] = [];
    bystander.onAny((event) => overheard.push(event));
    const { id } = await one.core.db
      .selectFrom('players')
      .select('id')
      .where('external_id', '=', playerId)
      .executeTakeFirstOrThrow();
    // By the publisher alone: nothing stands in the database for anyone to find.
    const push = { depositId: uuidv7(), status: 1, word: 'PAYED', amount: '5.00', currency: 'EUR' };
    const told: [string, unknown][] = [];
    socket.onAny((event, body) => told.push([event, body]));
    // Again and again: the processes may lose Redis for a moment.
    const tell = () => {
      one.core.publisher.depositChanged('kassa', id, { ...push, word: 'PAYED' });
      one.core.publisher.userChanged('kassa', id);
      return told;
    };
    await expect.poll(tell).toEqual(
      expect.arrayContaining([
        ['deposit.status', push],
        ['login.token', expect.objectContaining({ id: playerId })],
      ]),
    );
    const fence = () => {
      one.core.publisher.methodsChanged('kassa');
      return new Set(overheard);
    };
    await expect.poll(fence).toEqual(new Set(['methods.changed']));
  });

  test('a switched method is told to that brand alone, on every process', async () => {
    await untilTogether();
    const [here, there, elsewhere] = [
      await openAt(one, await one.token({ playerId: 'here' })),
      await openAt(other, await other.token({ playerId: 'there' })),
      await openAt(other, await other.otherToken({ playerId: 'elsewhere' })),
    ];
    const heard = new Set<string>();
    for (const [name, socket] of Object.entries({ here, there, elsewhere })) {
      socket.on('methods.changed', () => heard.add(name));
    }
    const tell = (brandId: string) => () => {
      one.core.publisher.methodsChanged(brandId);
      return heard;
    };
    await expect.poll(tell('kassa')).toEqual(new Set(['here', 'there']));
    await expect.poll(tell('other')).toContain('elsewhere');
  });

  /** A socket of a client that comes back by itself, as itself, at whichever address is set. */
  async function openRecoverable(playerId: string, token: () => Promise<string>) {
    const socket = await openAt(one, '', {
      reconnection: true,
      reconnectionDelay: 50,
      auth: async (answer: (auth: object) => void) => answer({ token: await token() }),
    });
    // It must have been pushed something, to know where it was when it was cut off.
    const pushed = nextPush(socket, 'deposit.status');
    await depositAt(one, playerId);
    await pushed;
    return socket;
  }

  function cutOff(socket: Socket, next: TestServer): void {
    Object.assign(socket.io, { uri: next.url });
    socket.io.engine.close();
  }

  test('a socket that was cut off comes back as itself on another process, and is told what it missed', async () => {
    await untilTogether();
    const playerId = uuidv7();
    const socket = await openRecoverable(playerId, () => one.token({ playerId }));
    const { id } = socket;
    const closed = disconnected(socket);
    cutOff(socket, other);
    await closed;
    const back = connected(socket);
    const ended = hearEnds(socket);
    const missed = await depositAt(one, playerId);
    await back;
    expect([socket.id, socket.recovered]).toEqual([id, true]);
    await expect.poll(() => ended).toContain(missed);
  });

  test('a socket whose token ended meanwhile does not come back, and hears nothing', async () => {
    const playerId = uuidv7();
    const socket = await openRecoverable(playerId, () => one.token({ playerId }));
    const witness = await openSignedIn(one, await one.token({ playerId }));
    const told = nextPush(witness, 'deposit.status');
    socket.io.reconnection(false);
    const closed = disconnected(socket);
    cutOff(socket, other);
    await closed;
    await depositAt(one, playerId);
    await told;
    const packets: { type: number }[] = [];
    socket.io.on('packet', (packet) => packets.push(packet));
    const ended = await one.token({ playerId, lifetimeSeconds: 1, issuedAt: new Date(0) });
    socket.auth = { token: ended };
    socket.connect();
    await expect(connected(socket)).rejects.toMatchObject({
      data: { status: 401, body: { error: { code: 'auth.tokenExpired' } } },
    });
    expect(packets.map(({ type }) => type)).toEqual([connectError]);
  });

  test("a session that was another player's tells this one nothing of theirs", async () => {
    await untilTogether();
    const [ada, bob] = [uuidv7(), uuidv7()];
    let isAda = true;
    const socket = await openRecoverable(ada, () => one.token({ playerId: isAda ? ada : bob }));
    isAda = false;
    const ended = hearEnds(socket);
    const back = connected(socket);
    cutOff(socket, other);
    await back;
    await depositAt(one, ada);
    const theirs = await depositAt(one, bob);
    await expect.poll(() => ended).toContain(theirs);
    expect(ended).toEqual([theirs]);
  });

  test('goes on while Redis is gone, and heals by itself', async () => {
    await untilTogether();
    const playerId = uuidv7();
    const token = await other.token({ playerId });
    const [here, there] = [await openAt(one, token), await openAt(other, token)];
    await redis.end();
    const ended = [here, there].map(hearEnds);
    const depositId = await depositAt(one, playerId);
    await expect.poll(() => ended).toEqual([[depositId], [depositId]]);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    await redis.start();
    await untilTogether();
  });

  test('goes on while Redis hangs', async () => {
    const playerId = uuidv7();
    const socket = await openAt(one, await one.token({ playerId }));
    redis.freeze();
    try {
      const ended = hearEnds(socket);
      const depositId = await depositAt(one, playerId);
      await expect.poll(() => ended).toEqual([depositId]);
      expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    } finally {
      redis.thaw();
    }
    await untilTogether();
  });
});

test.skipIf(isMissing)(`starts without its Redis${suffix}`, async () => {
  const redis = await startRedis();
  await redis.end();
  const server = await startTestServer({ REDIS_URL: redis.url });
  expect((await server.call('user-get', {})).status).toBe(200);
  await server.stop();
});
