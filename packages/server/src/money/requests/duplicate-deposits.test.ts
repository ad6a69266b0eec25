import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../ground/database/connect.ts';
import { setPlayerLimit } from '../../players/player-limits.ts';
import { explainQueries } from '../../testing/explain-queries.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { selectOpenDeposits } from './require-few-open.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
/** The order of a widget that can ask its player. */
const asking = { ...order, isAnother: false };

/** A player of their own for a test. */
async function arrive() {
  const token = await server.token({ playerId: uuidv7() });
  const create = (request: Record<string, unknown>, key: string = uuidv7()) =>
    server.call('deposit-create', request, { token, key });
  const count = async () =>
    (await server.call('deposit-list', {}, { token })).body.deposits.length as number;
  return { token, create, count };
}

test('a second deposit of the same method and amount is refused while the first can be paid', async () => {
  const { create, count } = await arrive();
  const first = await create(asking);
  const refused = await create({ ...asking, amount: '50.00' });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error: {
        code: 'deposit.alreadyOpen',
        reference: first.body.reference,
        params: { depositId: first.body.depositId, createdAt: expect.stringMatching(/Z$/) },
      },
    },
  });
  expect(await count()).toBe(1);
});

test('it is refused while the first waits in the player’s own app, without a step of the provider', async () => {
  const { create, count } = await arrive();
  const { depositId } = (await create(asking)).body;
  await server.core.db
    .updateTable('deposits')
    .set({ status: 'awaitingConfirmation', step_sealed: null, redirect: null })
    .where('id', '=', depositId as string)
    .execute();
  expect((await create(asking)).body.error).toMatchObject({ params: { depositId } });
  expect(await count()).toBe(1);
});

test('it is refused on another device too, in a session of its own', async () => {
  const playerId = uuidv7();
  const onDevice = async (tokenId: string) => {
    const token = await server.token({ playerId, tokenId });
    const started = await server.call(
      'session-start',
      { amount: '50', currency: 'EUR' },
      { token },
    );
    const paymentSessionId = started.body.payment_session_id as string;
    return (request: object) =>
      server.call('deposit-create', { ...request, paymentSessionId }, { token, key: uuidv7() });
  };
  const [phone, desktop] = [await onDevice('phone'), await onDevice('desktop')];
  const { body: first } = await phone(asking);
  const refused = (await desktop(asking)).body.error;
  expect(refused).toMatchObject({
    code: 'deposit.alreadyOpen',
    params: { depositId: first.depositId },
  });
  expect((await desktop({ ...order, isAnother: true })).body.depositId).not.toBe(first.depositId);
});

test('a player who wants another one gets it, also with the refused key', async () => {
  const { create, count } = await arrive();
  await create(asking);
  const key = uuidv7();
  expect((await create(asking, key)).status).toBe(409);
  expect((await create({ ...order, isAnother: true }, key)).status).toBe(200);
  expect(await count()).toBe(2);
});

test('a client that can’t ask its player is not refused', async () => {
  const { create } = await arrive();
  await create(asking);
  expect((await create(order)).status).toBe(200);
});

test('a deposit of another amount is none of the same', async () => {
  const { create } = await arrive();
  await create(asking);
  expect((await create({ ...asking, amount: '51' })).status).toBe(200);
});

test('another player’s deposit is none of the same', async () => {
  await (await arrive()).create(asking);
  expect((await (await arrive()).create(asking)).status).toBe(200);
});

test('of simultaneous requests one creates the deposit', async () => {
  const { create, count } = await arrive();
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(asking)));
  const codes = answers.map(({ body }) => body.error?.code ?? 'created').sort();
  expect(codes).toEqual(['created', ...Array(5).fill('deposit.alreadyOpen')].sort());
  expect(await count()).toBe(1);
});

test('a repeated key still gives the first answer', async () => {
  const { create, count } = await arrive();
  const key = uuidv7();
  const first = await create(asking, key);
  expect(await create(asking, key)).toEqual(first);
  expect(await count()).toBe(1);
});

test('a deposit that ended, expired or was reported as paid refuses none', async () => {
  const { create, token } = await arrive();
  const of = async () => (await create(asking)).body.depositId as string;
  await server.call('deposit-cancel', { depositId: await of(), paymentMethod: 'card' }, { token });
  const expired = await of();
  await server.core.db
    .updateTable('deposits')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', expired)
    .execute();
  const paid = await of();
  await server.call('deposit-complete', { depositId: paid, paymentMethod: 'card' }, { token });
  expect((await create(asking)).status).toBe(200);
});

test('the question comes before the limit that the open deposit has used up', async () => {
  const { create } = await arrive();
  const { body } = await create(asking);
  const { core } = server;
  const { player_id: playerId } = await core.db
    .selectFrom('deposits')
    .select('player_id')
    .where('id', '=', body.depositId)
    .executeTakeFirstOrThrow();
  const limit = { transaction: 'deposit', period: 'day', source: 'player' } as const;
  const amount = { amount: '60', currency: 'EUR' };
  const decision = { actor: 'a test', reason: 'for a test' };
  await core.db
    .transaction()
    .execute((tx) =>
      setPlayerLimit(core, tx, { brandId: 'kassa', playerId }, { ...limit, ...decision, amount }),
    );
  expect((await create(asking)).body.error.code).toBe('deposit.alreadyOpen');
  expect((await create({ ...order, isAnother: true })).body.error.code).toBe('limit.exceeded');
});

test('the session and the open deposits are read by one statement', async () => {
  const { create, token } = await arrive();
  const started = await server.call('session-start', { amount: '50', currency: 'EUR' }, { token });
  const paymentSessionId = started.body.payment_session_id;
  expect((await create({ ...asking, paymentSessionId })).status).toBe(200);
  const unknown = await create({ ...asking, amount: '51', paymentSessionId: uuidv7() });
  expect(unknown.body.error.code).toBe('session.notFound');
  const again = await create({ ...asking, paymentSessionId });
  expect(again.body.error.code).toBe('deposit.alreadyOpen');
});

test('a player has at most 50 open deposits, until one of them ends', async () => {
  const { token, create } = await arrive();
  const { depositId } = (await create(order)).body;
  // As many further ones as leave room for one.
  await sql`
    insert into deposits select (jsonb_populate_record(d,
      jsonb_build_object('id', gen_random_uuid(), 'reference', d.reference || n))).*
    from deposits d, generate_series(1, 48) n where d.id = ${depositId}`.execute(server.core.db);
  expect((await create(order)).status).toBe(200);
  expect(await create(order)).toMatchObject({
    status: 422,
    body: { error: { code: 'deposits.tooMany', params: { count: '50' } } },
  });
  expect((await (await arrive()).create(order)).status).toBe(200);
  await server.call('deposit-cancel', { depositId }, { token });
  expect((await create(order)).status).toBe(200);
  await sql`analyze deposits`.execute(server.core.db);
  const player = { brandId: 'kassa', playerId: uuidv7() };
  const count = (db: Db) => db.selectNoFrom([selectOpenDeposits(player)]).execute();
  const plan = await explainQueries(server.core.db, count, { isForced: true });
  expect(plan).toContain('deposits_unfinished');
});
