import { type CallRequest, decodeNextStep, toCreated } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector, DepositOrder } from '../../connectors/connector.ts';
import { makeOwner } from '../../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
const logLines: string[] = [];

beforeAll(async () => {
  server = await startTestServer({}, { logLines });
  const catalog = server.core.catalogOf('kassa');
  const p2p = catalog.methods.find(({ name }) => name === 'p2p_transfer');
  if (p2p === undefined) throw new Error('The catalogue of tests has no P2P method');
  const confirmed = { ...p2p, name: 'bkash_p2p', needsConfirmationId: true };
  const methods = [...catalog.methods, confirmed];
  server.core.catalogOf = () => ({ ...catalog, methods });
});

afterAll(() => server.stop());

type Order = Partial<CallRequest<'deposit-create-p2p'>>;

const usual = { amount: '50', currency: 'EUR', paymentMethod: 'p2p_transfer' };
const none = { status: 200, body: { exists: false } };

/** A player whom the operator vouches for, so that they need no captcha. */
async function meetPlayer() {
  const { token } = await makeOwner(server, 'kassa');
  const create = (over: Order = {}, key = uuidv7()) =>
    server.call('deposit-create-p2p', { ...usual, captchaBypass: true, ...over }, { token, key });
  const check = (paymentMethod = usual.paymentMethod) =>
    server.call('deposit-check', { paymentMethod }, { token });
  const complete = (depositId: string, details: object = {}) =>
    server.call('deposit-complete', { depositId, ...details }, { token });
  const get = (depositId: string) => server.call('deposit-get', { depositId }, { token });
  return { token, create, check, complete, get };
}

const nextStepOf = (body: Parameters<typeof toCreated>[0]) => decodeNextStep(toCreated(body)).next;

describe('a P2P deposit', () => {
  test('is answered with its parts beside the ids, as it is when it is resumed', async () => {
    const { create, get } = await meetPlayer();
    const { status, body } = await create();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        exists: false,
        passedAmount: '50.00',
        passedCurrency: 'EUR',
        processingAmount: '50.00',
        processingCurrency: 'EUR',
        payment_amount: '50.00',
        lifetime: 900,
        card: { encoded: { encryptedText: expect.any(String) } },
        isFieldsRequired: false,
        fields: [],
      },
    });
    const resumed = decodeNextStep((await get(body.depositId)).body.created).next;
    const envelope = { card: expect.any(Object) };
    expect(resumed).toMatchObject({ kind: 'invoice' });
    expect(nextStepOf(body)).toEqual({
      ...resumed,
      ...('invoice' in resumed && { invoice: { ...resumed.invoice, ...envelope } }),
    });
  });

  test('keeps the sum that the provider processes, also when it is resumed', async () => {
    const { create, get } = await meetPlayer();
    const { body } = await create({ amount: '511' });
    const processed = { processingAmount: '505.89', processingCurrency: 'EUR' };
    expect(body).toMatchObject({ passedAmount: '511.00', payment_amount: '505.89', ...processed });
    const { created } = (await get(body.depositId)).body;
    expect(created.apiResponse.data).toMatchObject({ passedAmount: '511.00', ...processed });
  });

  test('may have a unified form, or nothing that a widget could show', async () => {
    const { create } = await meetPlayer();
    const { body } = await create({ amount: '512' });
    expect(nextStepOf(body).kind).toBe('unifiedForm');
    expect(body).toMatchObject({ processingAmount: '512.00' });
    const { body: invalid } = await create({ amount: '514' });
    expect(nextStepOf(invalid).kind).toBe('complete');
    expect(invalid).not.toHaveProperty('card');
    expect(invalid).not.toHaveProperty('unifiedFlow');
  });

  test('continues with the fields that its provider asks for, without a second captcha', async () => {
    const { create, check } = await meetPlayer();
    const { body } = await create({ amount: '513' });
    expect(body).toMatchObject({ isFieldsRequired: true, fields: [{ name: 'smsCode' }] });
    const { depositId } = body;
    expect((await check()).body).toMatchObject({ exists: true, depositId, isFieldsRequired: true });
    const fields = { smsCode: '123456' };
    const more: Order = { amount: '513', depositId, fields, captchaBypass: undefined };
    const continued = await create(more);
    expect(continued.body).toMatchObject({ exists: true, depositId, payment_amount: '513.00' });
  });

  test('has the same answer for the same key, and a sealed one in storage', async () => {
    const { create } = await meetPlayer();
    const key = uuidv7();
    const { body } = await create({}, key);
    expect((await create({}, key)).body).toEqual(body);
    const { answer } = await server.core.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(answer).toHaveProperty('sealed');
  });

  test('is none for a method of another kind', async () => {
    const { create } = await meetPlayer();
    const { status, body } = await create({ paymentMethod: 'card' });
    expect({ status, body }).toMatchObject({ body: { error: { code: 'method.unavailable' } } });
    expect(body.error.message).toContain('person to person');
    expect((await create({ paymentMethod: 'nothing' })).body.error.code).toBe('method.unavailable');
  });

  test('takes a bank of its method, and passes it on sealed', async () => {
    const { create } = await meetPlayer();
    const orders: DepositOrder[] = [];
    const connector = server.core.brands.get('kassa')?.accounts.get('sandbox')
      ?.connector as Connector;
    const before = connector.create;
    connector.create = (order) => {
      orders.push(order);
      return before(order);
    };
    const { body } = await create({ bank: 'sample-bank' });
    connector.create = before;
    expect(orders.map(({ fields }) => fields)).toEqual([{ bank: 'sample-bank' }]);
    const row = await server.core.db
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', body.depositId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('sample-bank');
    const refused = await create({ bank: 'another-bank' });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'request.invalid', params: { field: 'bank' } } },
    });
  });

  test('shows its banks and its captcha in the list of methods', async () => {
    const { token } = await meetPlayer();
    const { body } = await server.call('methods-payment-v3', { abTestGroup: 'p2p' }, { token });
    const shown = body.methods.find(({ name }: { name: string }) => name === 'p2p_transfer');
    expect(shown).toMatchObject({
      needsCaptcha: true,
      banks: [{ id: 'sample-bank', name: 'Sample Bank', iconId: 'bank' }],
    });
    expect(shown).not.toHaveProperty('hasBankChoice');
  });
});

describe('deposit-check', () => {
  test('finds the newest deposit that the player can still pay', async () => {
    const { create, check } = await meetPlayer();
    expect(await check()).toEqual(none);
    const { depositId: first } = (await create()).body;
    const { depositId, reference } = (await create({ amount: '60' })).body;
    expect((await check()).body).toMatchObject({
      exists: true,
      depositId,
      reference,
      passedAmount: '60.00',
      processingAmount: '60.00',
      card: { encoded: expect.any(Object) },
    });
    expect(await check('card')).toEqual(none);
    const { token } = await meetPlayer();
    await server.core.db
      .updateTable('deposits')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', depositId)
      .execute();
    expect((await check()).body).toMatchObject({ depositId: first });
    expect(
      await server.call('deposit-check', { paymentMethod: 'p2p_transfer' }, { token }),
    ).toEqual(none);
  });

  test.each(['deposit-complete', 'deposit-cancel'] as const)(
    'finds none after %s',
    async (name) => {
      const { token, create, check } = await meetPlayer();
      const { depositId } = (await create()).body;
      await server.call(name, { depositId, paymentMethod: 'p2p_transfer' }, { token });
      expect(await check()).toEqual(none);
    },
  );

  test("never finds another player's deposit, nor one at another brand", async () => {
    const owner = await makeOwner(server, 'kassa');
    const order = { ...usual, captchaBypass: true };
    const { body } = await server.call('deposit-create-p2p', order, owner);
    const request = { paymentMethod: usual.paymentMethod };
    const others = [
      await makeOwner(server, 'kassa'),
      await makeOwner(server, 'other', owner.externalId),
    ];
    for (const other of others)
      expect(await server.call('deposit-check', request, other)).toEqual(none);
    expect((await server.call('deposit-check', request, owner)).body.depositId).toBe(
      body.depositId,
    );
  });
});

describe('a method that needs a confirmation id', () => {
  const paymentMethod = 'bkash_p2p';
  const key = 'paymentMethods.regex_error.confirmationId';

  test.each([
    {},
    { confirmationId: '' },
    { confirmationId: '1234567' },
    { confirmationId: 'TX1234567' },
  ])('is not completed with %j', async (details) => {
    const { create, complete, check } = await meetPlayer();
    const { depositId } = (await create({ paymentMethod })).body;
    expect(await complete(depositId, details)).toMatchObject({
      body: {
        error: {
          code: 'banking.paymentMethodRegex',
          params: { field: 'confirmationId', problem: 'rule', key },
        },
      },
    });
    expect((await check(paymentMethod)).body).toMatchObject({ exists: true, depositId });
  });

  test('is completed with a valid id, once and again without it, and no log has the id', async () => {
    const { create, complete } = await meetPlayer();
    const { depositId } = (await create({ paymentMethod })).body;
    const confirmationId = '8412907355';
    expect((await complete(depositId, { confirmationId })).status).toBe(200);
    expect((await complete(depositId)).status).toBe(200);
    const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
    expect(body.playerClaim).toMatchObject({ confirmationId });
    expect(logLines.join('')).not.toContain(confirmationId);
  });

  test('leaves the ids of other methods to their providers', async () => {
    const { create, complete } = await meetPlayer();
    const { depositId } = (await create()).body;
    expect((await complete(depositId, { confirmationId: 'UTR-7' })).status).toBe(200);
  });
});
