import { type CallName, calls, socketPath, ticketCalls } from '@kassa/contract';
import { io } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Connector, PlayerStep } from '../../connectors/connector.ts';
import { erasePlayer } from '../../operator/data-protection/erase-player.ts';
import { runRetention } from '../../operator/data-protection/run-retention.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { revokeTokens } from '../../players/token-revocations.ts';
import { describeRequest, sampleRequest } from '../../testing/sample-values.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/* A provider with the next step that the test names. */

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
const pix: PlayerStep = { kind: 'code', pageId: 'pix', data: { qrCodeText: 'pix', lifetime: 900 } };
const page: PlayerStep = { kind: 'page', method: 'GET', url: 'https://bank.example/', data: {} };
const minuteMs = 60_000;

const lines: string[] = [];
let server: TestServer;
let connector: Connector;
let own: Pick<Connector, 'create' | 'complete'>;
let step: PlayerStep;

beforeAll(async () => {
  server = await startTestServer({}, { logLines: lines });
  connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector as Connector;
  own = { create: connector.create, complete: connector.complete };
});

beforeEach(() => {
  step = pix;
  connector.create = async () => ({ kind: 'accepted', providerReference: uuidv7(), step });
  connector.complete = async () => ({ kind: 'acknowledged' });
});

afterEach(() => Object.assign(connector, own));

afterAll(() => server.stop());

/** Creates a deposit that waits on a page of the widget. */
async function begin() {
  const externalId = uuidv7();
  const tokenId = uuidv7();
  const token = await server.token({ playerId: externalId, tokenId });
  const create = async () => (await server.call('deposit-create', order, { token })).body;
  const depositId: string = (await create()).depositId;
  const ask = () => server.call('deposit-device-code', { depositId }, { token });
  const cancel = () => server.call('deposit-cancel', { depositId }, { token });
  const redeem = async () => (await take((await ask()).body.code)).body.ticket as string;
  const ref = async () => ({
    brandId: 'kassa',
    playerId: await resolvePlayer(server.core.db, 'kassa', externalId),
  });
  return { depositId, token, tokenId, ask, cancel, redeem, create, ref };
}

/** Sends the code as `/pay` does on a device without a token. */
async function take(code: unknown, brand = 'kassa') {
  const response = await fetch(`${server.url}/${brand}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { status, headers } = response;
  // biome-ignore lint/suspicious/noExplicitAny: tickets and errors
  const body: any = await response.json();
  return { status, body, headers };
}

const look = (depositId: string, ticket: string) =>
  server.call('deposit-get', { depositId }, { token: ticket });

const readRows = () => server.core.db.selectFrom('device_codes').selectAll().execute();

const unknown = { status: 404, body: { error: { code: 'deposit.notFound' } } };
const notOpen = { status: 409, body: { error: { code: 'deposit.notOpen' } } };
const ended = { status: 401, body: { error: { code: 'auth.tokenExpired' } } };
const revoked = { status: 401, body: { error: { code: 'auth.tokenRevoked' } } };

describe('a code', () => {
  test('is exchanged once for a ticket, which shows the same deposit', async () => {
    const { depositId, token, ask } = await begin();
    const { code, validSeconds } = (await ask()).body;
    expect(validSeconds).toBe(600);
    const taken = await take(code);
    expect(taken).toMatchObject({ status: 200, body: { depositId, method: { name: 'card' } } });
    expect(taken.headers.get('cache-control')).toBe('no-store');
    const { now: _, ...seen } = (await look(depositId, taken.body.ticket)).body;
    expect(seen.created.apiResponse.data).toMatchObject({ qrCodeText: 'pix' });
    const { now: __, ...own } = (await look(depositId, token)).body;
    // What the player has claimed of it is shown on their own device.
    expect(seen).toEqual({ ...own, deposit: { ...own.deposit, canClaim: false } });
    expect(await take(code)).toMatchObject(unknown);
  });

  test('works for only one of two simultaneous requests', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    const both = await Promise.all([take(code), take(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('is not valid in another brand, and stays valid in its own', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    expect(await take(code, 'other')).toMatchObject(unknown);
    expect((await take(code, 'nobody')).status).toBe(404);
    expect((await take(code)).status).toBe(200);
  });

  test('expires after 10 minutes, and is deleted', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    await server.later(10 * minuteMs, async () => expect(await take(code)).toMatchObject(unknown));
    await server.later(10 * minuteMs + 1, () => runRetention(server.core));
    const rows = await readRows();
    expect(rows.filter(({ is_ticket }) => !is_ticket)).toEqual([]);
  });

  test('of a deposit that has ended meanwhile gives no ticket', async () => {
    const { ask, cancel } = await begin();
    const { code } = (await ask()).body;
    await cancel();
    expect(await take(code)).toMatchObject(notOpen);
  });

  test('is no ticket, and a ticket is no code', async () => {
    const { depositId, ask, redeem } = await begin();
    const { code } = (await ask()).body;
    expect((await look(depositId, `kdt_kassa_${code}`)).status).toBe(401);
    const ticket = await redeem();
    expect(await take(ticket.slice('kdt_kassa_'.length))).toMatchObject(unknown);
  });

  test('is stored as a digest only, like its ticket, and neither is logged', async () => {
    const { depositId, ask } = await begin();
    const { code } = (await ask()).body;
    await fetch(`${server.url}/kassa/pay/${code}`);
    const { ticket } = (await take(code)).body;
    await look(depositId, ticket);
    const rows = JSON.stringify(await readRows());
    for (const secret of [code, ticket.slice('kdt_kassa_'.length)]) {
      expect(rows).not.toContain(secret);
      expect(lines.join('\n')).not.toContain(secret);
    }
  });
});

test.each([
  ['no code', undefined],
  ['a short code', 'abc'],
  ['a value that is no text', { $ne: '' }],
])('%s is rejected', async (_, code) => {
  expect(await take(code)).toMatchObject({
    status: 400,
    body: { error: { code: 'request.invalid' } },
  });
});

test.each(['pay', `pay/${'A'.repeat(43)}`])(
  'the page at %s is in no frame, in no search engine and in no referrer',
  async (path) => {
    const { headers } = await fetch(`${server.url}/kassa/${path}?locale=de`);
    expect(headers.get('content-security-policy')).toContain("; frame-ancestors 'none';");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    const list = await fetch(`${server.url}/kassa/payments`);
    expect(list.headers.get('x-robots-tag')).toBeNull();
  },
);

describe('no code is issued', () => {
  test('for a deposit that has ended', async () => {
    const { ask, cancel } = await begin();
    await cancel();
    expect(await ask()).toMatchObject(notOpen);
  });

  test("for a deposit that is paid on a provider's page", async () => {
    step = page;
    expect(await (await begin()).ask()).toMatchObject(notOpen);
  });

  test('by a ticket', async () => {
    const { depositId, redeem } = await begin();
    const token = await redeem();
    expect(await server.call('deposit-device-code', { depositId }, { token })).toMatchObject(
      unknown,
    );
  });
});

describe('a ticket', () => {
  test.each(Object.keys(calls) as CallName[])(
    'is good for %s of its deposit at most',
    async (name) => {
      const { depositId, redeem, create } = await begin();
      const token = await redeem();
      const { depositId: otherId } = await create();
      const known = ticketCalls.some((one) => one === name);
      const sample = sampleRequest(describeRequest(calls[name].request));
      const ask = (id: string) => server.call(name, { ...sample, depositId: id }, { token });
      expect((await ask(otherId)).status).toBe(404);
      expect((await ask(depositId.toUpperCase())).status).toBe(404);
      expect((await server.call(name, sample, { token })).status).toBe(404);
      expect((await ask(depositId)).status).toBe(known ? 200 : 404);
    },
  );

  test('opens no socket', async () => {
    const { redeem } = await begin();
    const auth = { token: await redeem() };
    const socket = io(server.url, { path: socketPath, transports: ['websocket'], auth });
    const refused = new Promise((resolve) => {
      socket.on('connect_error', ({ message }) => resolve(message));
      socket.on('connect', () => resolve('connected'));
      socket.on('disconnect', (reason) => resolve(reason));
    });
    const outcome = await refused;
    socket.close();
    expect(outcome).not.toBe('connected');
  });

  test('pays and cancels as the player does: both devices see it', async () => {
    const one = await begin();
    const ticket = await one.redeem();
    const request = { depositId: one.depositId, paymentMethod: 'card' };
    expect((await server.call('deposit-complete', request, { token: ticket })).status).toBe(200);
    expect((await look(one.depositId, one.token)).body.deposit.isReported).toBe(true);
    const two = await begin();
    const token = await two.redeem();
    await server.call('deposit-cancel', { depositId: two.depositId }, { token });
    expect((await look(two.depositId, two.token)).body.deposit.status).toBe('CANCELED');
    expect((await look(two.depositId, token)).body).toMatchObject({ created: null });
  });

  test('ends half an hour after the deadline of its deposit', async () => {
    const { depositId, redeem } = await begin();
    const ticket = await redeem();
    const { expiresAt } = (await look(depositId, ticket)).body.deposit;
    const lastMs = Date.parse(expiresAt) - Date.now() + 30 * minuteMs;
    const askIn = (ms: number) => server.later(ms, () => look(depositId, ticket));
    expect((await askIn(lastMs - minuteMs)).status).toBe(200);
    expect(await askIn(lastMs + 1)).toMatchObject(ended);
  });

  test('ends 12 hours after its player token was signed, whatever its deposit', async () => {
    const { depositId, redeem } = await begin();
    const ticket = await redeem();
    await server.core.db
      .updateTable('deposits')
      .set({ expires_at: new Date(Date.now() + 99 * 3600_000) })
      .where('id', '=', depositId)
      .execute();
    const askIn = (ms: number) => server.later(ms, () => look(depositId, ticket));
    expect((await askIn(12 * 3600_000)).status).toBe(200);
    const afterMs = 12 * 3600_000 + 3 * minuteMs;
    expect(await askIn(afterMs)).toMatchObject(ended);
    await server.later(afterMs, () => runRetention(server.core));
    expect((await readRows()).filter((row) => row.deposit_id === depositId)).toEqual([]);
  });

  test.each(['all tokens', 'its token'])('is revoked with %s of its player', async (which) => {
    const { depositId, tokenId, redeem, ref } = await begin();
    const ticket = await redeem();
    const jti = which === 'its token' ? tokenId : null;
    const revocation = { id: uuidv7(), jti, reason: 'signed out', actor: 'desk' };
    const player = await ref();
    await server.core.db
      .transaction()
      .execute((tx) => revokeTokens(server.core, tx, player, revocation));
    await server.core.revocations.refresh();
    expect(await look(depositId, ticket)).toMatchObject(revoked);
  });

  test('ends with the erasure of its player', async () => {
    const { depositId, redeem, ref } = await begin();
    const ticket = await redeem();
    const player = await ref();
    const erased = await server.core.db
      .transaction()
      .execute((tx) => erasePlayer(server.core, tx, player, { isForced: true }));
    expect(erased.kind).toBe('erased');
    expect(await look(depositId, ticket)).toMatchObject(ended);
  });

  test.each([
    ['cut', (ticket: string) => ticket.slice(0, -1), 'auth.tokenInvalid'],
    ['invented', () => `kdt_kassa_${'A'.repeat(43)}`, 'auth.tokenExpired'],
    ['of another brand', (ticket: string) => ticket.replace('kassa', 'other'), 'auth.tokenExpired'],
  ])('that is %s is rejected', async (_, change, code) => {
    const { depositId, redeem } = await begin();
    const answer = await look(depositId, change(await redeem()));
    expect(answer).toMatchObject({ status: 401, body: { error: { code } } });
  });
});
