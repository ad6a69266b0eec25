import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import { findByField } from '../../ground/encryption/blind-index.ts';
import { openFields } from '../../ground/encryption/sealed.ts';
import { erasePlayer } from '../../operator/data-protection/erase-player.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpDeposit } from '../provider-events/follow-up-deposit.ts';
import { followUpDeposits } from '../provider-events/follow-up-deposits.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(() => server.provider('POST', '/v1/behaviours', { create: 'normal' }));

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

/** The provider sends a code to a player who pays from such an account (docs/sandbox.md). */
const order = { amount: '50', currency: 'EUR', paymentType: 'card', fields: { iban: 'DE991111' } };
const code = { smsCode: '123456' };

const rowOf = (depositId: string) =>
  server.core.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();

async function historyOf(depositId: string): Promise<string[]> {
  const rows = await server.core.db
    .selectFrom('deposit_transitions')
    .select(['to_status', 'reason'])
    .where('deposit_id', '=', depositId)
    .orderBy('id')
    .execute();
  return rows.map(({ to_status, reason }) => `${to_status}: ${reason}`);
}

/** Creates a deposit of a new player for which the provider asks for further fields. */
async function begin() {
  const externalId = uuidv7();
  const token = await server.token({ playerId: externalId });
  const { status, body } = await server.call('deposit-create', order, { token });
  expect(status).toBe(200);
  const depositId = body.depositId as string;
  const goOn = (part: object = {}, key: string = uuidv7()) =>
    server.call('deposit-create', { ...order, fields: code, ...part, depositId }, { token, key });
  const get = async () => (await server.call('deposit-get', { depositId }, { token })).body;
  return { externalId, token, depositId, asked: body, goOn, get };
}

const refusal = (code: string, params = {}) => ({ body: { error: { code, params } } });

/** Counts the sessions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select distinct pid from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`.execute(server.core.db);
  return rows.length;
}

describe('a deposit for which the provider asks for further fields', () => {
  test('has the fields in its response, and keeps its reference', async () => {
    const { asked, depositId, get } = await begin();
    expect(asked).toMatchObject({
      apiResponse: { depositId, isFieldsRequired: true, source: null },
      fields: [{ name: 'smsCode', type: 'text', placeholder_key: 'field.smsCode' }],
    });
    const row = await rowOf(depositId);
    expect(row.status).toBe('awaitingPlayer');
    expect(row.provider_reference).toMatch(/^pay_/);
    // After a reload, or on another device.
    expect(await get()).toMatchObject({ deposit: { canContinue: true }, created: asked });
  });

  test('continues as the same deposit and payment, and is paid', async () => {
    const { depositId, asked, goOn, get, token } = await begin();
    const before = await rowOf(depositId);
    const { status, body } = await goOn();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      depositId,
      reference: asked.reference,
      apiResponse: { isFieldsRequired: false, source: expect.stringContaining('/pay/') },
      fields: [],
    });
    expect(await get()).toMatchObject({ created: body });
    const row = await rowOf(depositId);
    expect(row).toMatchObject({
      status: 'awaitingPlayer',
      provider_reference: before.provider_reference,
      required_fields: null,
      continued_at: null,
    });
    expect(await historyOf(depositId)).toEqual([
      'created: requested by the player',
      'awaitingPlayer: the provider asks for further fields',
      'awaitingPlayer: the player filled in what the provider asked for',
      'awaitingPlayer: the provider accepted the deposit',
    ]);
    const { body: list } = await server.call('deposit-list', {}, { token });
    expect(list.deposits).toHaveLength(1);
    await server.provider('POST', `/v1/payments/${row.provider_reference}/approve`, {});
    await expect.poll(async () => (await rowOf(depositId)).status).toBe('processed');
  });

  test('encrypts the new fields together with the earlier ones, and finds them by search', async () => {
    const { depositId, goOn } = await begin();
    const smsCode = String(100_000 + Math.floor(Math.random() * 800_000)).replace(/.{4}$/, '3456');
    await goOn({ fields: { smsCode } });
    const { fields_sealed } = await rowOf(depositId);
    const context = { table: 'deposits' as const, brandId: 'kassa', id: depositId };
    expect(openFields(server.core.vault, context, fields_sealed)).toEqual({
      iban: 'DE991111',
      smsCode,
    });
    const found = await findByField(server.core, 'kassa', 'smsCode', smsCode);
    expect(found.map(({ id }) => id)).toContain(depositId);
  });

  test('may be asked for further fields once again', async () => {
    const { goOn } = await begin();
    const { body } = await goOn({ fields: { smsCode: '002222' } });
    expect(body.fields).toMatchObject([{ name: 'birthDate' }, { name: 'documentNumber' }]);
    const last = { birthDate: '01.02.1990', documentNumber: 'L01X00T47' };
    expect((await goOn({ fields: last })).body.apiResponse.isFieldsRequired).toBe(false);
  });

  test('is declined if the provider rejects the fields, with its message', async () => {
    const { depositId, goOn } = await begin();
    expect(await goOn({ fields: { smsCode: '120000' } })).toMatchObject({
      status: 422,
      body: { error: { code: 'banking.merchantClientError', message: /use another one/ } },
    });
    expect(await rowOf(depositId)).toMatchObject({ status: 'declined', required_fields: null });
  });

  test('can be canceled', async () => {
    const { depositId, goOn, token } = await begin();
    const request = { depositId, paymentMethod: 'card' };
    expect((await server.call('deposit-cancel', request, { token })).status).toBe(200);
    expect(await goOn()).toMatchObject({ status: 409, ...refusal('deposit.notOpen') });
    expect(await rowOf(depositId)).toMatchObject({ status: 'canceled', required_fields: null });
  });

  test('loses its requested fields when its player is erased', async () => {
    const { depositId, externalId } = await begin();
    const playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
    const ref = { brandId: 'kassa', playerId };
    const options = { isForced: true };
    await server.core.db.transaction().execute((tx) => erasePlayer(server.core, tx, ref, options));
    const { required_fields, fields_sealed } = await rowOf(depositId);
    expect([required_fields, fields_sealed]).toEqual([null, null]);
  });

  test('expires like any other', async () => {
    const { goOn, get } = await begin();
    await server.later(31 * 60_000, async () => {
      expect(await get()).toMatchObject({ deposit: { canContinue: false }, created: null });
      expect(await goOn()).toMatchObject({ status: 409 });
    });
  });

  test('does not expire by a status request from before its player continued', async () => {
    const { depositId, goOn } = await begin();
    const { core } = server;
    const connector = core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
    if (connector === undefined) throw new Error('no connector');
    const soon = { expires_at: new Date(Date.now() + 60_000) };
    await core.db.updateTable('deposits').set(soon).where('id', '=', depositId).execute();
    const asked = await rowOf(depositId);
    const status = vi.spyOn(connector, 'status').mockImplementationOnce(async () => {
      expect((await goOn()).status).toBe(200);
      return { kind: 'absent' };
    });
    const inTwoMinutes = { ...core, now: () => new Date(Date.now() + 120_000) };
    await followUpDeposit(inTwoMinutes, asked);
    status.mockRestore();
    expect((await rowOf(depositId)).status).toBe('awaitingPlayer');
  });
});

describe('continuing', () => {
  test.each([
    [{ fields: {} }, 422, 'banking.paymentMethodRegex', { field: 'smsCode', problem: 'missing' }],
    [
      { fields: { smsCode: '12' } },
      422,
      'banking.paymentMethodRegex',
      { field: 'smsCode', problem: 'rule' },
    ],
    [{ fields: { ...code, iban: 'DE00' } }, 400, 'request.invalid', { field: 'iban' }],
    [{ amount: '51' }, 422, 'amount.invalid', {}],
    [{ currency: 'JPY' }, 422, 'currency.unsupported', {}],
    [{ paymentType: 'large_transfer' }, 422, 'method.unavailable', {}],
  ])('with %j is rejected, and the deposit waits as before', async (part, status, code, params) => {
    const { depositId, goOn } = await begin();
    const before = await rowOf(depositId);
    expect(await goOn(part)).toMatchObject({ status, ...refusal(code, params) });
    expect(await rowOf(depositId)).toEqual(before);
    expect((await goOn({ amount: '50.00' })).status).toBe(200);
  });

  test('is rejected while the method is switched off; money for it still arrives', async () => {
    const { depositId, goOn } = await begin();
    const turn = (state: 'on' | 'off' | 'maintenance') =>
      server.core.db.transaction().execute((tx) =>
        setMethodSwitch(server.core, tx, 'kassa', 'card', state, {
          reason: 'to be tried',
          actor: 'a test',
          until: null,
        }),
      );
    await turn('off');
    expect(await goOn()).toMatchObject(refusal('method.unavailable'));
    await turn('maintenance');
    expect(await goOn()).toMatchObject(refusal('method.maintenance'));
    expect((await rowOf(depositId)).continued_at).toBeNull();
    const { provider_reference } = await rowOf(depositId);
    await server.provider('POST', `/v1/payments/${provider_reference}/approve`, {});
    await expect.poll(async () => (await rowOf(depositId)).status).toBe('processed');
    await turn('on');
  });

  test('is not done by deposit-complete', async () => {
    const { depositId, goOn, token } = await begin();
    const before = await rowOf(depositId);
    const complete = () => server.call('deposit-complete', { depositId }, { token });
    expect(await complete()).toMatchObject({ status: 409, ...refusal('deposit.notOpen') });
    expect(await rowOf(depositId)).toEqual(before);
    expect((await goOn()).status).toBe(200);
    expect((await complete()).status).toBe(200);
  });

  test('locks its deposit before its player, as an erasure does', async () => {
    const { depositId, goOn } = await begin();
    const { player_id: playerId } = await rowOf(depositId);
    let going: ReturnType<typeof goOn> | undefined;
    await server.core.db.transaction().execute(async (tx) => {
      const locked = tx.selectFrom('deposits').select('id').where('id', '=', depositId);
      await locked.forNoKeyUpdate().execute();
      going = goOn();
      await expect.poll(countWaiting).toBe(1);
      const player = tx.selectFrom('players').select('id').where('id', '=', playerId);
      expect(await player.forUpdate().execute()).toHaveLength(1);
    });
    expect((await going)?.status).toBe(200);
  });

  test("is rejected for another player's deposit, as for one that does not exist", async () => {
    const { depositId } = await begin();
    const other = await begin();
    const request = { ...order, fields: code };
    for (const id of [depositId, uuidv7(), 'nonsense']) {
      expect(
        await server.call('deposit-create', { ...request, depositId: id }, { token: other.token }),
      ).toMatchObject({ status: 404, ...refusal('deposit.notFound') });
    }
  });

  test('is rejected if no fields are asked for, and for a player who was blocked meanwhile', async () => {
    const { depositId, goOn, externalId } = await begin();
    const playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
    const block = { id: uuidv7(), what: 'all', source: 'operator', until: null } as const;
    const why = { actor: 'a test', reason: 'to be tried' };
    await server.core.db
      .transaction()
      .execute((tx) =>
        blockPlayer(server.core, tx, { brandId: 'kassa', playerId }, { ...block, ...why }),
      );
    expect(await goOn()).toMatchObject({ status: 403, ...refusal('player.blocked') });
    expect((await rowOf(depositId)).continued_at).toBeNull();

    const { token } = await begin();
    const plain = { ...order, fields: {} };
    const { body } = await server.call('deposit-create', plain, { token });
    expect(
      await server.call('deposit-create', { ...plain, depositId: body.depositId }, { token }),
    ).toMatchObject({ status: 409, ...refusal('deposit.notOpen') });
  });

  test('happens once per key, and once at a time', async () => {
    const { goOn, depositId } = await begin();
    const key = uuidv7();
    const first = await goOn({}, key);
    expect(first.status).toBe(200);
    expect(await goOn({}, key)).toEqual(first);
    expect(await goOn({ fields: { smsCode: '654321' } }, key)).toMatchObject({
      status: 422,
      ...refusal('idempotency.keyReused'),
    });
    // With another key there are no fields left to fill in.
    expect(await goOn()).toMatchObject({ status: 409, ...refusal('deposit.notOpen') });
    expect(await historyOf(depositId)).toHaveLength(4);

    const other = await begin();
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await other.goOn()).status));
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    expect(await historyOf(other.depositId)).toHaveLength(4);
  });

  test('can be retried if the provider certainly did nothing', async () => {
    const { depositId, goOn, get, asked } = await begin();
    await server.provider('POST', '/v1/behaviours', { create: 'unavailable' });
    expect(await goOn()).toMatchObject({ status: 502, ...refusal('provider.unavailable') });
    expect(await get()).toMatchObject({ deposit: { canContinue: true }, created: asked });
    await server.provider('POST', '/v1/behaviours', { create: 'normal' });
    // The engine's circuit breaker is open for a while.
    await server.later(60_000, async () => expect((await goOn()).status).toBe(200));
    expect((await rowOf(depositId)).status).toBe('awaitingPlayer');
  });

  test('stays unknown if the provider did not respond, until a status request', async () => {
    const { depositId, goOn, get } = await begin();
    await server.provider('POST', '/v1/behaviours', { create: 'broken' });
    const key = uuidv7();
    expect(await goOn({}, key)).toMatchObject({ status: 504, ...refusal('provider.timeout') });
    expect(await goOn({}, key)).toMatchObject({ status: 504 });
    expect(await goOn()).toMatchObject({ status: 409 });
    expect(await get()).toMatchObject({ deposit: { canContinue: false }, created: null });
    const { provider_reference } = await rowOf(depositId);
    await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
    await server.provider('POST', `/v1/payments/${provider_reference}/approve`, {});
    await server.provider('POST', '/v1/behaviours', { webhook: 'normal' });
    await server.later(60_000, () => followUpDeposits(server.core));
    // The server's own job may have started first and not have finished yet.
    await expect
      .poll(() => rowOf(depositId))
      .toMatchObject({ status: 'processed', continued_at: null });
  });
});
