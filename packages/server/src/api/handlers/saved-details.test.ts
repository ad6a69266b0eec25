import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { openFields } from '../../ground/encryption/sealed.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { meetPlayer } from '../../testing/meet-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { usedUp, useUp } from '../../testing/use-up.ts';

const bank = (name: string, choices: Record<string, string>, part: Partial<CatalogMethod> = {}) =>
  buildMethod(name, {
    transaction: 'withdrawal',
    group: 'banksNigeria',
    hasNameEnquiry: true,
    ...part,
    fields: [
      {
        name: 'bank',
        type: 'dropdown',
        values: Object.entries(choices).map(([value, en]) => ({ value, text: { en } })),
      },
      { name: 'account', type: 'text', category: 'number', accountNumber: 'nuban' },
      ...(part.fields ?? []),
    ],
  });

const methods = [
  bank('bank_ng', { '058': 'GTBank', '044': 'Access Bank' }),
  bank(
    'first_ng',
    { '011': 'First Bank' },
    { fields: [{ name: 'holder', type: 'text', category: 'name' }] },
  ),
  bank('silent_ng', { '057': 'Zenith Bank' }, { hasNameEnquiry: false }),
  bank('elsewhere', { '033': 'UBA' }, { countries: ['fr'] }),
  bank('other_group', { '032': 'Union Bank' }, { group: 'cards' }),
];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { catalogOf } = server.core;
  const catalog = catalogOf('kassa');
  const group = { name: 'banksNigeria', label: 'group.banksNigeria', position: 9 };
  const extended = {
    ...catalog,
    methods: [...catalog.methods, ...methods],
    groups: [...catalog.groups, group],
  };
  Object.assign(server.core, {
    catalogOf: (brandId: string) => (brandId === 'kassa' ? extended : catalogOf(brandId)),
  });
});

afterAll(() => server.stop());

async function fieldsOf(id: string) {
  const { fields_sealed } = await server.core.db
    .selectFrom('deposits')
    .select('fields_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const context = { table: 'deposits' as const, brandId: 'kassa', id };
  return openFields(server.core.vault, context, fields_sealed);
}

test('a deposit goes by the details of an earlier one, until they are removed', async () => {
  const { token, order } = await meetPlayer(server);
  const call = (name: Parameters<TestServer['call']>[0], request: object) =>
    server.call(name, { ...request }, { token });
  await order({ iban: 'DE89370400440532013000' });
  const { body } = await call('saved-details-list', { paymentType: 'card' });
  expect(body.details).toMatchObject([{ masked: '•••• 3000', isRemovable: true }]);
  const [{ detailsId }] = body.details;
  const money = { amount: '60', currency: 'EUR', paymentType: 'card' };
  const again = await call('deposit-create', { ...money, detailsId });
  expect(again.status).toBe(200);
  expect(await fieldsOf(again.body.depositId)).toEqual({ iban: 'DE89370400440532013000' });
  expect(await call('saved-details-remove', { detailsId })).toEqual({ status: 200, body: {} });
  expect(await call('saved-details-list', { paymentType: 'card' })).toMatchObject({
    body: { details: [] },
  });
  const removed = await call('deposit-create', { ...money, detailsId });
  expect(removed).toMatchObject({ status: 404, body: { error: { code: 'details.notFound' } } });
  // What was created keeps its own.
  expect(await fieldsOf(again.body.depositId)).toEqual({ iban: 'DE89370400440532013000' });
});

test('the Nigerian banks are those of the offered methods of their group, by name', async () => {
  const { body } = await server.call('banks-nigeria', {});
  expect(body.banks).toEqual([
    { paymentMethod: 'bank_ng', code: '044', name: 'Access Bank', iconId: 'bank' },
    { paymentMethod: 'first_ng', code: '011', name: 'First Bank', iconId: 'bank' },
    { paymentMethod: 'bank_ng', code: '058', name: 'GTBank', iconId: 'bank' },
    { paymentMethod: 'silent_ng', code: '057', name: 'Zenith Bank', iconId: 'bank' },
  ]);
});

const enquire = (paymentType: string, fields: object) =>
  server.call('name-enquiry', { paymentType, fields });

const first = { bank: '011', account: '0000014579' };

test('a bank names the holder of an account before the player types the name', async () => {
  const { body } = await enquire('first_ng', first);
  expect(body).toEqual({ holder: expect.stringMatching(/^[\p{Lu} ]+$/u) });
  expect((await enquire('first_ng', { ...first, holder: 'Ada' })).body).toEqual(body);
});

test('a player asks about 20 accounts a day; those of a method without an answer don’t count', async () => {
  const { token, ref } = await meetPlayer(server);
  const ask = (paymentType: string, fields: object) =>
    server.call('name-enquiry', { paymentType, fields }, { token });
  await useUp(server.core, ref, 'nameEnquiry', 20, 1);
  for (let time = 0; time < 2; time += 1) {
    await ask('silent_ng', { bank: '057', account: '5050114930' });
  }
  // The same account again is no other one, whatever name is typed with it.
  for (const typed of [first, first, { ...first, holder: 'Ada' }]) {
    expect((await ask('first_ng', typed)).status).toBe(200);
  }
  expect(await ask('bank_ng', { bank: '044', account: '0000110000' })).toMatchObject(usedUp);
  expect((await ask('first_ng', first)).status).toBe(200);
  expect((await enquire('first_ng', first)).status).toBe(200);
});

test('where the brand wants a deposit first, a bank is asked for a player with a credited one alone', async () => {
  const withdrawals = server.core.brands.get('kassa')?.withdrawals;
  if (withdrawals === undefined) throw new Error('There is no brand');
  const { nameEnquiry } = withdrawals;
  withdrawals.nameEnquiry = { ...nameEnquiry, needsDeposit: true };
  try {
    const player = await meetPlayer(server);
    const ask = async () =>
      (await server.call('name-enquiry', { paymentType: 'first_ng', fields: first }, player)).body;
    await player.order({});
    expect(await ask()).toEqual({ holder: null });
    await player.pay({});
    expect(await ask()).toEqual({ holder: expect.any(String) });
  } finally {
    withdrawals.nameEnquiry = nameEnquiry;
  }
});

test('a method whose banks answer no questions names nobody', async () => {
  const zenith = { bank: '057', account: '5050114930' };
  expect(await enquire('silent_ng', zenith)).toEqual({ status: 200, body: { holder: null } });
});

test.each([
  ['first_ng', { bank: '011', account: '0000014570' }, 'banking.paymentMethodRegex'],
  ['first_ng', { bank: '058', account: '0000014579' }, 'banking.paymentMethodRegex'],
  ['first_ng', { account: '0000014579' }, 'banking.paymentMethodRegex'],
  // The check digit is right, and the sandbox's bank has no such account.
  ['bank_ng', { bank: '044', account: '0000110000' }, 'account.notFound'],
  ['elsewhere', first, 'method.unavailable'],
  ['unknown', first, 'method.unavailable'],
  ['card', {}, 'method.unavailable'],
])('%s with %j: %s', async (paymentType, fields, code) => {
  const { body } = await enquire(paymentType, fields);
  expect(body.error.code).toBe(code);
});

test('a bank that can’t be asked is the error provider.unavailable', async () => {
  await server.provider('POST', '/v1/behaviours', { nameEnquiry: 'unavailable' });
  const { status, body } = await enquire('first_ng', first);
  await server.provider('POST', '/v1/behaviours', { nameEnquiry: 'normal' });
  expect({ status, code: body.error.code }).toEqual({ status: 502, code: 'provider.unavailable' });
});
