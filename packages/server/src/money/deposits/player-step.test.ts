import type { PaymentCodeData, UnifiedFlow } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import type { Connector, CreateOutcome, PlayerStep } from '../../connectors/connector.ts';
import { erasePlayer } from '../../operator/data-protection/erase-player.ts';
import { exportPlayer } from '../../operator/data-protection/export-player.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { followUpDeposits } from '../provider-events/follow-up-deposits.ts';

/* A provider that responds as the test says, and records what it received. */

let server: TestServer;
let connector: Connector;
let before: Pick<Connector, 'create' | 'complete' | 'status'>;
let answer: CreateOutcome;
let told: { confirmationId: string | null; fields: Record<string, string> }[];

beforeAll(async () => {
  server = await startTestServer();
  connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector as Connector;
  const { create, complete, status } = connector;
  before = { create, complete, status };
});

beforeEach(() => {
  told = [];
  connector.create = async () => answer;
  connector.complete = async (_, details) => {
    told.push(details);
    return { kind: 'acknowledged' };
  };
  connector.status = async () => ({ kind: 'known', events: [] });
});

afterEach(() => Object.assign(connector, before));

afterAll(() => server.stop());

const account = 'DE89370400440532013000';
const code: PaymentCodeData = { qrCodeText: `pix ${account}`, lifetime: 900 };
const inputFields: UnifiedFlow['inputFields'] = [
  { name: 'payer', alias: 'payer.name', type: 'text', placeholder: { en: 'Payer' } },
  {
    name: 'receipt',
    type: 'text',
    placeholder: { en: 'Receipt' },
    validations: [{ regex: '^\\d{6}$' }],
    isOptional: true,
  },
];
const form: UnifiedFlow = {
  payment_amount: '50',
  payment_currency: 'EUR',
  requisites: [{ name: 'iban', value: account }],
  timeout_minutes: 15,
  inputFields,
};
const pix: PlayerStep = { kind: 'code', pageId: 'pix', data: code };
const unified: PlayerStep = { kind: 'unifiedForm', form };

const accept = (step: PlayerStep): CreateOutcome => ({
  kind: 'accepted',
  providerReference: uuidv7(),
  step,
});

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

/** Creates a deposit of a new player with this step from the provider. */
const begin = (step: PlayerStep, part: object = {}) => beginWith(accept(step), part);

async function beginWith(outcome: CreateOutcome, part: object = {}) {
  answer = outcome;
  const externalId = uuidv7();
  const token = await server.token({ playerId: externalId });
  const key = uuidv7();
  const create = () => server.call('deposit-create', { ...order, ...part }, { token, key });
  const created = await create();
  const depositId = created.body.depositId as string;
  return {
    created,
    create,
    key,
    depositId,
    ref: {
      brandId: 'kassa',
      playerId: await resolvePlayer(server.core.db, 'kassa', externalId),
    },
    get: async () => (await server.call('deposit-get', { depositId }, { token })).body,
    list: async () => (await server.call('deposit-list', {}, { token })).body.deposits,
    goOn: (more: object) =>
      server.call('deposit-create', { ...order, depositId, ...more }, { token, key: uuidv7() }),
    complete: (more: object) => server.call('deposit-complete', { depositId, ...more }, { token }),
  };
}

const rowOf = (id: string) =>
  server.core.db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a step on a page of the widget', () => {
  test('reaches the player, also when they return', async () => {
    const { created, get } = await begin(pix);
    expect(created.body.apiResponse).toMatchObject({
      source: null,
      pageId: 'pix',
      data: { ...code, created: expect.any(String) },
    });
    const shown = await get();
    expect(shown.created).toEqual(created.body);
    expect(shown.deposit).toMatchObject({ canContinue: true });
    const other = await begin(unified);
    expect(other.created.body.apiResponse).toMatchObject({
      pageId: null,
      data: { unifiedFlow: { ...form, created: expect.any(String) } },
    });
  });

  test('is stored only encrypted, and returned again for the same request', async () => {
    const { create, created, depositId, key } = await begin(unified);
    const row = await rowOf(depositId);
    expect(row.redirect).toBeNull();
    expect(row.step_sealed).toMatch(/^s1\./);
    const kept = await server.core.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify([row, kept])).not.toContain(account);
    answer = { kind: 'error', error: 'rejected', detail: 'is never asked' };
    expect(await create()).toEqual(created);
  });

  test("is in the player's export and removed by an erasure; the operator sees only its kind", async () => {
    const { depositId, ref } = await begin(unified);
    const operator = await createOperator(server, { brandId: 'kassa' });
    const { body } = await operator.ask('deposits-show', { depositId });
    expect(body).toMatchObject({ step: 'unifiedForm' });
    expect(JSON.stringify(body)).not.toContain(account);
    expect((await exportPlayer(server.core, ref))?.data.deposits[0]).toMatchObject({
      step: { kind: 'unifiedForm', form: { requisites: form.requisites } },
    });
    const erased = await server.core.db
      .transaction()
      .execute((tx) => erasePlayer(server.core, tx, ref, { isForced: true }));
    expect(erased.kind).toBe('erased');
    expect(await rowOf(depositId)).toMatchObject({ step_sealed: null, redirect: null });
  });

  test('lasts as long as it can be paid, and a short grace period longer', async () => {
    const { created, depositId, get } = await begin(pix);
    const { expires_at } = await rowOf(depositId);
    const beganAt = Date.parse(created.body.apiResponse.data.created);
    expect(expires_at.getTime() - beganAt).toBe(960_000);
    await server.later(1_000_000, async () => {
      expect((await get()).deposit).toMatchObject({ canContinue: false });
      await followUpDeposits(server.core);
    });
    expect((await rowOf(depositId)).status).toBe('autoCanceled');
  });

  test('begins now if the provider names a later time', async () => {
    const ahead = new Date(Date.now() + 7200_000).toISOString();
    const { created, depositId } = await begin({ ...pix, data: { ...code, created: ahead } });
    const { data } = created.body.apiResponse;
    expect(Date.parse(data.created)).toBeLessThanOrEqual(Date.now());
    const { expires_at } = await rowOf(depositId);
    expect(expires_at.getTime() - Date.now()).toBeLessThan(1000_000);
    const earlier = new Date(Date.now() - 60_000).toISOString();
    const other = await begin({ ...unified, form: { ...form, created: earlier } });
    expect(other.created.body.apiResponse.data.unifiedFlow.created).toBe(earlier);
  });

  test('a page is stored in the previous release’s format, and that format is read', async () => {
    const page = { method: 'GET', url: 'https://provider.test/pay', data: { token: 'x' } } as const;
    const { depositId, get, created } = await begin({ kind: 'page', ...page });
    expect(await rowOf(depositId)).toMatchObject({ redirect: page, step_sealed: null });
    await server.core.db
      .updateTable('deposits')
      .set({ redirect: JSON.stringify(page) })
      .where('id', '=', depositId)
      .execute();
    expect((await get()).created).toEqual(created.body);
    expect(created.body.apiResponse).toMatchObject({ source: page.url, data: page.data });
  });

  test.each<[what: string, step: PlayerStep]>([
    ['a code without content', { ...pix, data: { lifetime: 900 } } as PlayerStep],
    ['a picture that is a link', { ...pix, data: { qrDataURL: 'https://x.test' } } as PlayerStep],
    ['an unknown page', { ...pix, pageId: 'other' } as never],
    ['a form without an amount', { kind: 'unifiedForm', form: { requisites: [] } } as never],
    [
      "a form that asks for a card's code",
      { ...unified, form: { ...form, inputFields: [{ name: 'cvv', type: 'text' }] } },
    ],
    [
      'a form with one field twice',
      { ...unified, form: { ...form, inputFields: [inputFields[0], inputFields[0]] } as never },
    ],
    [
      'a page with a script address',
      { kind: 'page', method: 'GET', url: 'javascript:alert(1)', data: {} },
    ],
    ['a page without an absolute address', { kind: 'page', method: 'POST', url: 'pay', data: {} }],
    [
      'a page with too much data',
      {
        kind: 'page',
        method: 'POST',
        url: 'https://provider.test/',
        data: { token: 'x'.repeat(300_000) },
      },
    ],
    [
      "a form that asks for a card's code under another name",
      {
        ...unified,
        form: {
          ...form,
          inputFields: [{ name: 'extra', type: 'text', placeholder: { en: 'Your CVV2' } }],
        },
      },
    ],
  ])('%s is a malformed response', async (_, step) => {
    // A working deposit first, or the circuit breaker would open after some of these.
    await begin(pix);
    const { created } = await begin(step);
    expect(created).toMatchObject({ status: 504, body: { error: { code: 'provider.timeout' } } });
  });

  test('patterns that may run too long are left to the provider', async () => {
    const validations = [{ regex: '^(\\w+\\s?)*$' }, { regex: '^\\d+$' }];
    const field = { name: 'receipt', type: 'text' as const, validations };
    const { created } = await begin({ ...unified, form: { ...form, inputFields: [field] } });
    expect(created.body.apiResponse.data.unifiedFlow.inputFields).toEqual([
      { ...field, validations: [{ regex: '^\\d+$' }] },
    ]);
  });
});

describe('the fields beside an invoice', () => {
  test("are validated against the invoice's own definitions", async () => {
    const { complete } = await begin(unified);
    const refusal = (code: string, field: string) => ({
      body: { error: { code, params: { field } } },
    });
    expect(await complete({})).toMatchObject(refusal('banking.paymentMethodRegex', 'payer'));
    expect(await complete({ fields: { payer: 'Zoë', receipt: '12' } })).toMatchObject(
      refusal('banking.paymentMethodRegex', 'receipt'),
    );
    expect(await complete({ fields: { payer: 'Zoë', other: '1' } })).toMatchObject(
      refusal('request.invalid', 'other'),
    );
    expect(told).toEqual([]);
  });

  test('and fields that are asked for later are validated with the method’s check digits', async () => {
    const account = server.core.brands.get('kassa')?.accounts.get('sandbox');
    if (account === undefined) throw new Error('no account');
    account.hasPciScope = true;
    onTestFinished(() => {
      account.hasPciScope = false;
    });
    const field = { name: 'payerCard', type: 'text', category: 'card' } as const;
    const wrong = { fields: { payerCard: '8600000000000001' } };
    const right = { fields: { payerCard: '8600000000000007' } };
    const refusal = {
      body: {
        error: {
          code: 'banking.paymentMethodRegex',
          params: { field: 'payerCard', problem: 'checkDigit' },
        },
      },
    };
    const invoice = await begin({ ...unified, form: { ...form, inputFields: [field] } });
    expect(await invoice.complete(wrong)).toMatchObject(refusal);
    expect((await invoice.complete(right)).status).toBe(200);
    const providerReference = uuidv7();
    const later = await beginWith({ kind: 'fieldsRequired', providerReference, fields: [field] });
    expect(await later.goOn(wrong)).toMatchObject(refusal);
    answer = accept(unified);
    expect((await later.goOn(right)).status).toBe(200);
  });

  test("reach the provider by its own names, are encrypted, and aren't asked for twice", async () => {
    const { complete, depositId } = await begin(unified, { fields: { holder: 'Zoë Müller' } });
    const details = { confirmationId: '12345678', fields: { payer: ' Zoë ', receipt: '123456' } };
    expect((await complete(details)).status).toBe(200);
    const given = { 'payer.name': 'Zoë', receipt: '123456' };
    expect(told).toEqual([{ confirmationId: '12345678', fields: given }]);
    const row = await rowOf(depositId);
    expect(row).toMatchObject({ status: 'awaitingConfirmation' });
    expect(row.field_names).toMatchObject({ payer: 'payer.name' });
    expect(JSON.stringify(row)).not.toContain('123456');
    expect((await complete({})).status).toBe(200);
    expect(told[1]).toEqual({ confirmationId: null, fields: given });
    const operator = await createOperator(server, { brandId: 'kassa' });
    const { body } = await operator.ask('deposits-show', { depositId });
    expect(Object.keys(body.fields).sort()).toEqual(['holder', 'payer', 'receipt']);
  });

  test.each([
    ['confirmed', '1234567', 422],
    ['confirmed', '12345678901', 422],
    ['confirmed', '1234567a', 422],
    ['confirmed', '12345678', 200],
    // For other methods no rule is known: their provider validates the value.
    ['card', '1234567', 200],
    ['card', '12345678901', 200],
    ['card', 'UTR-7', 200],
    ['card', '1'.repeat(129), 400],
  ])('a payment by %s with the confirmation %s: %i', async (method, confirmationId, status) => {
    const { complete, depositId } = await begin(pix);
    const { core } = server;
    const { catalogOf } = core;
    const confirmed = buildMethod('confirmed', { needsConfirmationId: true });
    core.catalogOf = (brandId) => {
      const catalog = catalogOf(brandId);
      return { ...catalog, methods: [...catalog.methods, confirmed] };
    };
    onTestFinished(() => void Object.assign(core, { catalogOf }));
    const changes = { payment_method: method };
    await server.core.db.updateTable('deposits').set(changes).where('id', '=', depositId).execute();
    const reply = await complete({ confirmationId });
    expect(reply.status).toBe(status);
    expect(told.map((details) => details.confirmationId)).toEqual(
      status === 200 ? [confirmationId] : [],
    );
    if (status !== 422) return;
    expect(reply.body.error).toMatchObject({
      code: 'banking.paymentMethodRegex',
      params: {
        field: 'confirmationId',
        problem: 'rule',
        key: 'paymentMethods.regex_error.confirmationId',
      },
    });
  });

  test('a deposit that the player completes in the last minute stays open for its money', async () => {
    const { complete, depositId } = await begin(pix);
    await server.later(900_000, async () => expect((await complete({})).status).toBe(200));
    await server.later(1_000_000, () => followUpDeposits(server.core));
    expect((await rowOf(depositId)).status).toBe('awaitingConfirmation');
    await server.later(2_800_000, () => followUpDeposits(server.core));
    expect((await rowOf(depositId)).status).toBe('autoCanceled');
  });

  test('a reported payment is found again with its code for as long as the code lives', async () => {
    const { complete, created, get, list } = await begin(pix);
    expect((await complete({})).status).toBe(200);
    const { deposit, created: again } = await get();
    expect(again).toEqual(created.body);
    expect(deposit).toMatchObject({ canContinue: true, isReported: true });
    const beganAt = Date.parse(created.body.apiResponse.data.created);
    expect(Date.parse(deposit.expiresAt) - beganAt).toBe(900_000);
    expect(await list()).toMatchObject([{ canContinue: true, isReported: true }]);
    await server.later(901_000, async () => {
      expect(await get()).toMatchObject({ deposit: { canContinue: false }, created: null });
      expect((await list())[0]).not.toHaveProperty('isReported');
    });
  });

  test('a reported payment that has arrived shows no code any more', async () => {
    const { complete, depositId, get } = await begin(unified);
    await complete({ fields: { payer: 'Zoë', receipt: '123456' } });
    expect((await get()).deposit).toMatchObject({ canContinue: true });
    const changes = { status: 'parked' } as const;
    await server.core.db.updateTable('deposits').set(changes).where('id', '=', depositId).execute();
    expect(await get()).toMatchObject({ deposit: { canContinue: false }, created: null });
  });

  test('a page has no fields', async () => {
    const page = { kind: 'page', method: 'GET', url: 'https://provider.test/', data: {} } as const;
    const { complete } = await begin(page);
    expect((await complete({ fields: { payer: 'Zoë' } })).status).toBe(400);
    expect((await complete({})).status).toBe(200);
  });
});

test('a wallet of another method is rejected', async () => {
  answer = accept({ kind: 'page', method: 'GET', url: 'https://provider.test/', data: {} });
  const token = await server.token({ playerId: uuidv7() });
  const reply = await server.call('deposit-create', { ...order, wallet: 'applePay' }, { token });
  expect(reply).toMatchObject({
    status: 400,
    body: { error: { code: 'request.invalid', params: { field: 'wallet' } } },
  });
});
