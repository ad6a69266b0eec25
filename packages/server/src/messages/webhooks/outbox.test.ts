import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebhookSettings } from '../../brands/brand-config.ts';
import type { Outbox } from '../../core/core.ts';
import { connect, type Db } from '../../ground/database/connect.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { buildDepositData } from '../../testing/webhook-data.ts';
import { buildOutbox } from './outbox.ts';
import { recordEvent } from './record-event.ts';

const hourMs = 3600_000;
const error = vi.fn();
const log = { info: () => {}, warn: () => {}, error };

let db: Db;
let endpoint: OperatorEndpoint;
let outboxes: Outbox[];
/** The clock stands still, so that nothing becomes due while a test is slow. */
let startMs: number;
let offsetMs: number;
/** Each test has its own brands. */
let brandId: string;

beforeAll(async () => {
  // Many callers at once wait for their turn.
  db = connect(await createTestDatabase(), { mostWaitMs: 60_000 });
});

afterAll(() => db.destroy());

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
  outboxes = [];
  startMs = Date.now();
  offsetMs = 0;
  error.mockClear();
  brandId = `brand-${uuidv7()}`;
});

afterEach(async () => {
  await Promise.all(outboxes.map((outbox) => outbox.stop()));
  await endpoint.close();
});

const now = () => new Date(startMs + offsetMs);

function webhookTo({ url, secret }: OperatorEndpoint, timeoutMs = 20_000): WebhookSettings {
  return { url, secrets: [secret], timeoutMs };
}

/** Builds the outbox of one process. */
function build(webhooks: Record<string, WebhookSettings> = { [brandId]: webhookTo(endpoint) }) {
  const brands = Object.entries(webhooks).map(([id, webhook]) => [id, { id, webhook }] as const);
  const outbox = buildOutbox({ db, brands: new Map(brands), log, now });
  outboxes.push(outbox);
  return outbox;
}

async function sendDue(outbox: Outbox): Promise<void> {
  outbox.wake();
  await outbox.settle();
}

async function addPlayer(externalId: string, brand = brandId): Promise<string> {
  const id = uuidv7();
  await db.insertInto('players').values({ id, brand_id: brand, external_id: externalId }).execute();
  return id;
}

async function record(playerId: string, count = 1, brand = brandId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const data = buildDepositData(`deposit-${index}`);
      const event = { brandId: brand, playerId, type: 'deposit.status', data } as const;
      await recordEvent({ brands: new Map() }, tx, event);
    }
  });
}

const loadEvents = (brand = brandId) =>
  db
    .selectFrom('webhook_events')
    .selectAll()
    .where('brand_id', '=', brand)
    .orderBy('sequence')
    .execute();

const loadAttempts = (brand = brandId) =>
  db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('brand_id', '=', brand)
    .orderBy('id')
    .execute();

const sequences = (from = endpoint) => from.received.map(({ body }) => body.sequence);

/** Moves the clock to the next attempt of the brand's event. */
async function passToNextAttempt(): Promise<void> {
  const [event] = await loadEvents();
  offsetMs += Math.max(0, (event?.next_attempt_at.getTime() ?? 0) - now().getTime());
}

describe('an event', () => {
  test('is sent signed, with its number, and its delivery is recorded', async () => {
    endpoint.answer = () => ({ status: 202, body: { seen: true } });
    await record(await addPlayer('player-7'), 2);
    await sendDue(build());
    const [first, second] = await loadEvents();
    expect(endpoint.received).toHaveLength(2);
    const received = endpoint.received.find(({ id }) => id === first?.id);
    expect(received?.body).toEqual({
      type: 'deposit.status',
      timestamp: first?.created_at.toISOString(),
      brand: brandId,
      playerId: 'player-7',
      sequence: 1,
      data: buildDepositData('deposit-0'),
    });
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(first).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(second).toMatchObject({ status: 'delivered', sequence: '2' });
    expect(await loadAttempts()).toMatchObject([
      { outcome: 'delivered', http_status: 202, answer: '{"seen":true}' },
      { outcome: 'delivered' },
    ]);
  });

  test('has a signature of each secret during a rotation', async () => {
    const next = await startOperatorEndpoint('whsec_dGhlIG5leHQgc2VjcmV0IG9mIHRoZSBvcGVyYXRvcg==');
    const secrets = [endpoint.secret, next.secret];
    await record(await addPlayer('player-7'));
    await sendDue(build({ [brandId]: { ...webhookTo(endpoint), secrets } }));
    const other = `other-${brandId}`;
    await record(await addPlayer('player-7', other), 1, other);
    await sendDue(build({ [other]: { ...webhookTo(next), secrets } }));
    expect(sequences(endpoint)).toEqual([1]);
    expect(sequences(next)).toEqual([1]);
    await next.close();
  });

  test('that fails delays neither later events of its player nor other players', async () => {
    endpoint.answer = ({ body }) => ({
      status: body.playerId === 'bad' && body.sequence === 1 ? 500 : 200,
    });
    await record(await addPlayer('bad'), 3);
    await record(await addPlayer('good'), 2);
    const outbox = build();
    await sendDue(outbox);
    expect((await loadEvents()).filter(({ status }) => status === 'pending')).toMatchObject([
      { sequence: '1', attempts: 1 },
    ]);
    expect(endpoint.received).toHaveLength(5);

    endpoint.answer = () => ({ status: 200 });
    await sendDue(outbox);
    expect(endpoint.received).toHaveLength(5);
    offsetMs += 6_000;
    await sendDue(outbox);
    expect(endpoint.received).toHaveLength(6);
    expect((await loadEvents()).every(({ status }) => status === 'delivered')).toBe(true);
    expect(endpoint.received[5]?.text).toBe(
      endpoint.received.find(({ id }) => id === endpoint.received[5]?.id)?.text,
    );
  });

  test('is retried with growing pauses for three days, and then fails', async () => {
    endpoint.answer = () => ({ status: 500 });
    await record(await addPlayer('player-7'));
    const outbox = build();
    const times: number[] = [];
    for (let status = 'pending'; status === 'pending'; ) {
      await passToNextAttempt();
      times.push(now().getTime());
      await sendDue(outbox);
      status = (await loadEvents())[0]?.status ?? 'gone';
    }
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses[0]).toBeLessThan(7_000);
    const growing = pauses.slice(0, 7);
    expect(growing).toEqual(growing.toSorted((a, b) => a - b));
    expect(Math.max(...pauses)).toBeLessThan(13.3 * hourMs);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(71.9 * hourMs);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(72.1 * hourMs);
    expect(endpoint.received).toHaveLength(times.length);
    expect(await loadEvents()).toMatchObject([{ status: 'failed', delivered_at: null }]);

    offsetMs += 100 * hourMs;
    await sendDue(outbox);
    expect(endpoint.received).toHaveLength(times.length);
  });
});

describe('a response', () => {
  test('with 410 is retried, and logged as an error once until an event is delivered', async () => {
    endpoint.answer = () => ({ status: 410 });
    const player = await addPlayer('player-7');
    await record(player, 3);
    const outbox = build();
    await sendDue(outbox);
    expect(await loadEvents()).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'pending', attempts: 1 })),
    );
    expect(await loadAttempts()).toMatchObject(
      Array.from({ length: 3 }, () => ({ outcome: 'gone', http_status: 410 })),
    );
    const goneInLog = () =>
      error.mock.calls.filter(([, message]) => message.includes('410')).length;
    expect(goneInLog()).toBe(1);
    endpoint.answer = () => ({ status: 200 });
    offsetMs += 6_000;
    await sendDue(outbox);
    expect((await loadEvents()).every(({ status }) => status === 'delivered')).toBe(true);
    endpoint.answer = () => ({ status: 410 });
    await record(player);
    await sendDue(outbox);
    expect(goneInLog()).toBe(2);
  });

  test.each([
    [400, 'refused'],
    [404, 'refused'],
    [302, 'redirected'],
    [503, 'refused'],
  ])('with %i is a failure that is retried', async (status, outcome) => {
    const elsewhere = await startOperatorEndpoint();
    endpoint.answer = () => ({ status, headers: { location: elsewhere.url } });
    await record(await addPlayer('player-7'));
    await sendDue(build());
    expect(await loadEvents()).toMatchObject([{ status: 'pending', attempts: 1 }]);
    expect(await loadAttempts()).toMatchObject([{ outcome, http_status: status }]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test.each([
    ['a time', '40', 40_000],
    ['too long a time', '3600', 60_000],
  ])(
    'with 429 and %s pauses all events of the brand, for a minute at most',
    async (_, retryAfter, quietMs) => {
      endpoint.answer = () => ({ status: 429, headers: { 'retry-after': retryAfter } });
      const player = await addPlayer('player-7');
      await record(player);
      const outbox = build();
      await sendDue(outbox);
      endpoint.answer = () => ({ status: 200 });
      await record(player);
      offsetMs += quietMs - 20_000;
      await sendDue(outbox);
      expect(sequences()).toEqual([1]);
      offsetMs += 30_000;
      await sendDue(outbox);
      expect(sequences().toSorted()).toEqual([1, 1, 2]);
    },
  );

  test('that times out is distinguished from an unreachable server', async () => {
    endpoint.answer = () => new Promise(() => {});
    await record(await addPlayer('player-7'));
    await sendDue(build({ [brandId]: webhookTo(endpoint, 100) }));
    const nowhere = await startOperatorEndpoint();
    await nowhere.close();
    const other = `other-${brandId}`;
    await record(await addPlayer('player-7', other), 1, other);
    await sendDue(build({ [other]: webhookTo(nowhere) }));
    expect(await loadAttempts()).toMatchObject([{ outcome: 'timeout', http_status: null }]);
    expect(await loadAttempts(other)).toMatchObject([
      { outcome: 'unreachable', answer: 'ECONNREFUSED' },
    ]);
  });

  test('is stored in short, without secrets', async () => {
    const body = `no\0t ok: bearer abc.def, ${endpoint.secret}, ann@casino.example, 4111 1111 1111 1111 ${'x'.repeat(900)}`;
    endpoint.answer = () => ({ status: 500, body });
    await record(await addPlayer('player-7'));
    await sendDue(build());
    const [attempt] = await loadAttempts();
    expect(attempt?.answer).toMatch(
      /^no t ok: bearer \[secret\], \[secret\], \[e-mail\], \[number\] x+$/,
    );
    expect(attempt?.answer?.length).toBeLessThanOrEqual(500);
  });
});

describe('several processes', () => {
  test('share the events, and send each once', async () => {
    const players = await Promise.all(
      Array.from({ length: 20 }, (_, index) => addPlayer(`p${index}`)),
    );
    const processes = [build(), build(), build()];
    await Promise.all(
      players.map(async (player) => {
        await record(player, 10);
        for (const outbox of processes) outbox.wake(brandId);
      }),
    );
    await Promise.all(processes.map(sendDue));
    expect(endpoint.received).toHaveLength(200);
    expect(new Set(endpoint.received.map(({ id }) => id)).size).toBe(200);
    expect((await loadEvents()).every(({ status }) => status === 'delivered')).toBe(true);
  });

  test('take over the events of a dead process, once their lease has expired', async () => {
    await record(await addPlayer('player-7'));
    // The state that a process leaves when it is killed while it sends.
    const leaseUntil = new Date(now().getTime() + 35_000);
    await db
      .updateTable('webhook_events')
      .set({ attempts: 1, next_attempt_at: leaseUntil })
      .where('brand_id', '=', brandId)
      .execute();
    const outbox = build();
    await sendDue(outbox);
    expect(endpoint.received).toEqual([]);
    offsetMs += 36_000;
    await sendDue(outbox);
    expect(await loadEvents()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test("don't undo a delivery after a late failure", async () => {
    await record(await addPlayer('player-7'));
    let fail = (): void => {};
    endpoint.answer = () =>
      new Promise((resolve) => {
        fail = () => resolve({ status: 500 });
      });
    const slow = build();
    slow.wake();
    await expect.poll(() => endpoint.received.length).toBe(1);
    endpoint.answer = () => ({ status: 200 });
    offsetMs += 60_000;
    await sendDue(build());
    fail();
    await slow.settle();
    expect(await loadEvents()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    expect(await loadAttempts()).toHaveLength(2);
  });
});

describe('an endpoint that hangs', () => {
  test("doesn't delay other brands", async () => {
    const fast = await startOperatorEndpoint();
    const other = `other-${brandId}`;
    endpoint.answer = () => new Promise(() => {});
    await record(await addPlayer('player-7'), 100);
    await record(await addPlayer('player-7', other), 50, other);
    const outbox = build({ [brandId]: webhookTo(endpoint, 1000), [other]: webhookTo(fast) });
    outbox.wake();
    await expect.poll(() => fast.received.length).toBe(50);
    expect((await loadEvents()).some(({ status }) => status === 'delivered')).toBe(false);
    await outbox.stop();
    await fast.close();
  });

  test("with retries doesn't delay new events", async () => {
    const isStuck = new Set<string>();
    endpoint.answer = ({ id }) => (isStuck.has(id) ? new Promise(() => {}) : { status: 200 });
    const player = await addPlayer('player-7');
    await record(player, 100);
    for (const { id } of await loadEvents()) isStuck.add(id);
    await db
      .updateTable('webhook_events')
      .set({ attempts: 1 })
      .where('brand_id', '=', brandId)
      .execute();
    offsetMs += 60_000;
    const outbox = build({ [brandId]: webhookTo(endpoint, 1000) });
    outbox.wake();
    await expect.poll(() => endpoint.received.length).toBeGreaterThan(0);
    await record(player);
    outbox.wake(brandId);
    await expect.poll(() => sequences().includes(101)).toBe(true);
    await outbox.stop();
  });
});
