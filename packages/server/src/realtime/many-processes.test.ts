import type { DepositStatusPush } from '@kassa/contract';
import type { Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { type MethodState, setMethodSwitch } from '../catalog/method-switches.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { connected, disconnected, nextPush, openSocket } from '../testing/player-socket.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const isMissing = findCluster().missing.includes('redis-server');
const suffix = isMissing ? ' (skipped, this machine lacks: redis-server)' : '';

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

function openAt(server: TestServer, token: string, options: object = {}): Promise<Socket> {
  const socket = openSocket(server.url, token, options);
  sockets.push(socket);
  return connected(socket);
}

/** Also past the first push, which says who is signed in. */
async function openSignedIn(server: TestServer, token: string): Promise<Socket> {
  const socket = openSocket(server.url, token);
  sockets.push(socket);
  await nextPush(socket, 'login.token');
  return socket;
}

/** A deposit that the provider was paid for: its notification goes to this server. */
async function deposit(server: TestServer, playerId: string): Promise<string> {
  const token = await server.token({ playerId });
  const { body } = await server.call('deposit-create', order, { token });
  const found = await server.provider('GET', `/v1/payments?merchantReference=${body.depositId}`);
  await server.provider('POST', `/v1/payments/${found.body.id}/approve`, {});
  return body.depositId;
}

/** The ids of the deposits that a socket hears have ended, as it hears so. */
function hearEnds(socket: Socket): string[] {
  const ended: string[] = [];
  socket.on('deposit.status', ({ depositId, status }: DepositStatusPush) => {
    if (status !== 0) ended.push(depositId);
  });
  return ended;
}

/** As the operator's API does it, but for telling anyone. */
async function switchMethod({ core }: TestServer, state: MethodState, until: Date | null) {
  const decision = { reason: 'a test', actor: 'a test', until };
  await core.db
    .transaction()
    .execute((tx) => setMethodSwitch(core, tx, 'kassa', 'large_transfer', state, decision));
}

function untilCredited({ core }: TestServer, depositId: string): Promise<void> {
  const deposit = core.db.selectFrom('deposits').select('status').where('id', '=', depositId);
  return expect
    .poll(async () => (await deposit.executeTakeFirstOrThrow()).status)
    .toBe('processed');
}

const patience = { timeout: 10_000 };

async function startTwo(settings: NodeJS.ProcessEnv): Promise<[TestServer, TestServer]> {
  const shared = { ...settings, DATABASE_URL: await createTestDatabase() };
  return [await startTestServer(shared), await startTestServer(shared)];
}

describe('without Redis', () => {
  let one: TestServer;
  let other: TestServer;

  beforeAll(async () => {
    [one, other] = await startTwo({});
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
  });

  test('a push reaches the other process within seconds, with the balance, and once', async () => {
    const playerId = uuidv7();
    const socket = await openSignedIn(other, await other.token({ playerId }));
    const ended = hearEnds(socket);
    const user = nextPush(socket, 'login.token');
    const first = await deposit(one, playerId);
    expect(await user).toMatchObject({ balanceData: { primary: { amount: '50.00' } } });
    const second = await deposit(one, playerId);
    await expect.poll(() => ended, patience).toContain(second);
    // Had the first been told again, it would be here by now.
    expect(ended).toEqual([first, second]);
  });

  test('a withdrawal is told on the other process as it goes on', async () => {
    const player = await bringPlayer(one);
    const { depositId, paymentId } = await player.deposit();
    await approve(one, paymentId);
    await untilCredited(one, depositId);
    const socket = await openSignedIn(other, await other.token({ playerId: player.id }));
    const told: { withdrawalId: string }[] = [];
    socket.on('withdrawal.status', (push) => told.push(push));
    const { status, body } = await player.withdraw();
    expect(status).toBe(200);
    await expect
      .poll(() => told.map(({ withdrawalId }) => withdrawalId), patience)
      .toContain(body.withdrawalId);
  });

  test('who connects is told of what ended meanwhile, and not of what still waits', async () => {
    const playerId = uuidv7();
    const token = await one.token({ playerId });
    const ended = await deposit(one, playerId);
    await untilCredited(one, ended);
    await one.call('deposit-create', order, { token });
    const socket = openSocket(other.url, token);
    sockets.push(socket);
    const pushes: unknown[] = [];
    socket.on('deposit.status', (push) => pushes.push(push));
    await nextPush(socket, 'deposit.status');
    expect(pushes).toMatchObject([{ depositId: ended, status: 1, processingAmount: '50.00' }]);
  });

  test('a method that was switched is told on the other process, and again when its time is up', async () => {
    const socket = await openSignedIn(other, await other.token({ playerId: 'switched' }));
    const outsider = await openSignedIn(other, await other.otherToken({ playerId: 'outsider' }));
    let heard = 0;
    socket.on('methods.changed', () => {
      heard += 1;
    });
    let isWrong = false;
    outsider.on('methods.changed', () => {
      isWrong = true;
    });
    // The other process must have looked once to know how it was before: switched to and fro until then.
    let isOff = false;
    const switchAndListen = async () => {
      isOff = !isOff;
      await switchMethod(one, isOff ? 'off' : 'on', null);
      return heard;
    };
    await expect.poll(switchAndListen, { timeout: 20_000, interval: 3500 }).toBeGreaterThan(0);
    await switchMethod(one, 'on', null);
    heard = 0;
    await switchMethod(one, 'maintenance', new Date(Date.now() + 180_000));
    await expect.poll(() => heard, patience).toBeGreaterThan(0);
    heard = 0;
    await other.later(240_000, () => expect.poll(() => heard, patience).toBeGreaterThan(0));
    expect(isWrong).toBe(false);
  });

  test('what ended long ago is not told again', async () => {
    const playerId = uuidv7();
    await untilCredited(one, await deposit(one, playerId));
    const pushes: unknown[] = [];
    const token = await one.token({ playerId, lifetimeSeconds: 7200 });
    await one.later(16 * 60_000, async () => {
      const socket = openSocket(one.url, token);
      sockets.push(socket);
      socket.on('deposit.status', (push) => pushes.push(push));
      await nextPush(socket, 'login.token');
      expect(pushes).toEqual([]);
    });
  });
});

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
    await expect.poll(isTogether, { timeout: 10_000, interval: 100 }).toBe(true);
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
    const told = nextPush(socket, 'deposit.status');
    const user = nextPush(socket, 'login.token');
    one.core.publisher.depositChanged('kassa', id, { ...push, word: 'PAYED' });
    one.core.publisher.userChanged('kassa', id);
    expect(await told).toEqual(push);
    expect(await user).toMatchObject({ id: playerId });
    const fence = nextPush(bystander, 'methods.changed');
    one.core.publisher.methodsChanged('kassa');
    await fence;
    expect(overheard).toEqual(['methods.changed']);
  });

  test('a switched method is told to that brand alone, on every process', async () => {
    await untilTogether();
    const [here, there, elsewhere] = [
      await openAt(one, await one.token({ playerId: 'here' })),
      await openAt(other, await other.token({ playerId: 'there' })),
      await openAt(other, await other.otherToken({ playerId: 'elsewhere' })),
    ];
    let isWrong = false;
    elsewhere.on('methods.changed', () => {
      isWrong = true;
    });
    const heard = [nextPush(here, 'methods.changed'), nextPush(there, 'methods.changed')];
    const proof = nextPush(elsewhere, 'methods.changed');
    one.core.publisher.methodsChanged('kassa');
    await Promise.all(heard);
    expect(isWrong).toBe(false);
    one.core.publisher.methodsChanged('other');
    await proof;
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
    await deposit(one, playerId);
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
    const missed = await deposit(one, playerId);
    await back;
    expect([socket.id, socket.recovered]).toEqual([id, true]);
    await expect.poll(() => ended, patience).toContain(missed);
  });

  test('a socket whose token ended meanwhile does not come back, and hears nothing', async () => {
    const playerId = uuidv7();
    const socket = await openRecoverable(playerId, () => one.token({ playerId }));
    const pushes: unknown[] = [];
    socket.io.engine.on('packet', (packet: { type: string; data?: string }) => {
      if (packet.type === 'message') pushes.push(packet.data);
    });
    const refused = new Promise<unknown>((resolve) => socket.once('connect_error', resolve));
    socket.auth = {
      token: await one.token({ playerId, lifetimeSeconds: 1, issuedAt: new Date(0) }),
    };
    cutOff(socket, other);
    expect(await refused).toMatchObject({
      data: { status: 401, body: { error: { code: 'auth.tokenExpired' } } },
    });
    expect(socket.connected).toBe(false);
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
    await deposit(one, ada);
    const theirs = await deposit(one, bob);
    await expect.poll(() => ended, patience).toContain(theirs);
    expect(ended).toEqual([theirs]);
  });

  test('goes on while Redis is gone, and heals by itself', async () => {
    await untilTogether();
    const playerId = uuidv7();
    const token = await other.token({ playerId });
    const [here, there] = [await openAt(one, token), await openAt(other, token)];
    await redis.end();
    const ended = [here, there].map(hearEnds);
    const depositId = await deposit(one, playerId);
    await expect.poll(() => ended, patience).toEqual([[depositId], [depositId]]);
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
      const depositId = await deposit(one, playerId);
      await expect.poll(() => ended, patience).toEqual([depositId]);
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
