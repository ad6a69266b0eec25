import { CallError, type FieldValues } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CatalogField, CatalogMethod } from '../../catalog/catalog-schema.ts';
import { rotateSealed } from '../../ground/encryption/rotate-sealed.ts';
import { buildVault, type Vault } from '../../ground/encryption/vault.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { meetLimitedPlayer } from '../../testing/limits-desk.ts';
import { buildPayout, usePayoutRulesDesk } from '../../testing/payout-rules-desk.ts';
import { loadDestinationUse } from './destination-use.ts';
import { keepDetails, mostSaved } from './keep-details.ts';
import { listSavedDetails, removeSavedDetails } from './list-details.ts';
import { resolveDetails } from './resolve-details.ts';

const { desk, core, withdraw } = usePayoutRulesDesk();

const holder: CatalogField = { name: 'holder', type: 'text', category: 'name' };
const number: CatalogField = { name: 'account', type: 'text', category: 'number' };
const iban: CatalogField = { name: 'iban', type: 'text_uppercase', category: 'account' };
const bank = buildPayout('bank_out', { fields: [holder, number] });
const sepa = buildPayout('sepa_out', { fields: [iban] });
const mail: CatalogField = { name: 'email', type: 'text', category: 'email' };
const mailOut = buildPayout('mail_out', { fields: [mail] });
const walletIn = buildMethod('wallet', { fields: [{ name: 'phone', type: 'phone_with_prefix' }] });

beforeEach(() => {
  desk.methods = [bank, sepa, mailOut, walletIn];
});

/** The core with another ring of keys. */
const withVault = (vault: Vault) => Object.assign(Object.create(core) as typeof core, { vault });

const resolve = (method: CatalogMethod, given: { fields?: FieldValues; detailsId?: string }) =>
  resolveDetails(core, desk.db, desk.caller, method, method.transaction, given);

/** Keeps the details of a payment, an hour after the one before. */
async function pay(method: CatalogMethod, fields: FieldValues, used = core) {
  desk.now = new Date(desk.now.getTime() + 3600_000);
  const { transaction } = method;
  return desk.db.transaction().execute(async (tx) => {
    const resolved = await resolveDetails(used, tx, desk.caller, method, transaction, { fields });
    return keepDetails(used, tx, desk.caller, method, transaction, resolved);
  });
}

const list = async (method: CatalogMethod, caller = desk.caller) =>
  (await listSavedDetails(core, caller, { paymentType: method.name })).details;

const masksOf = async (method: CatalogMethod) => (await list(method)).map(({ masked }) => masked);

const remove = (detailsId: string, caller = desk.caller) =>
  removeSavedDetails(core, caller, { detailsId });

const rowOf = (id: string) =>
  desk.db.selectFrom('saved_details').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function codeOf(asked: Promise<unknown>): Promise<string | undefined> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof CallError ? error.code : undefined;
}

describe('saved details', () => {
  test('are listed masked, last used first, and used again by their id', async () => {
    await pay(bank, { holder: 'Ada', account: '1234567890' });
    await pay(bank, { holder: 'Ada', account: '9876543210' });
    await pay(bank, { holder: 'Ada', account: '1234567890' });
    const saved = await list(bank);
    expect(saved).toEqual([
      {
        detailsId: expect.any(String),
        paymentMethod: 'bank_out',
        masked: '•••• 7890',
        holder: 'Ada',
        lastUsedAt: desk.now.getTime(),
        isRemovable: true,
      },
      expect.objectContaining({ masked: '•••• 3210' }),
    ]);
    const { detailsId = '' } = saved[0] ?? {};
    const resolved = await resolve(bank, { detailsId });
    expect(resolved).toMatchObject({
      fields: { holder: 'Ada', account: '1234567890' },
      detailsId,
      holder: 'Ada',
      instrument: null,
      masked: '•••• 7890',
    });
    const { fields_sealed } = await rowOf(detailsId);
    expect(fields_sealed).toMatch(/^s1\.fresh\./);
  });

  test('belong to one method and one direction', async () => {
    await pay(sepa, { iban: 'DE89370400440532013000' });
    await pay(walletIn, { phone: '+4915123456789' });
    expect(await masksOf(bank)).toEqual([]);
    expect(await masksOf(sepa)).toEqual(['•••• 3000']);
    expect(await masksOf(walletIn)).toEqual(['•••• 6789']);
    const [{ detailsId = '' } = {}] = await list(sepa);
    expect(await codeOf(resolve(bank, { detailsId }))).toBe('details.notFound');
    const asDeposit = { ...sepa, transaction: 'deposit' as const };
    expect(await codeOf(resolve(asDeposit, { detailsId }))).toBe('details.notFound');
  });

  test('of another player, removed or unknown ones are not found', async () => {
    const kept = await pay(bank, { holder: 'Ada', account: '1234567890' });
    const id = kept?.detailsId ?? '';
    const stranger = await meetLimitedPlayer(desk.db, 'kassa');
    expect(await list(bank, stranger)).toEqual([]);
    expect(await codeOf(remove(id, stranger))).toBe('details.notFound');
    const own = desk.caller;
    for (const [caller, detailsId] of [
      [stranger, id],
      [{ ...own, brandId: 'other' }, id],
      [own, uuidv7()],
      [own, id.toUpperCase()],
      [own, ''],
    ] as const) {
      const asked = resolveDetails(core, desk.db, caller, bank, 'withdrawal', { detailsId });
      expect(await codeOf(asked)).toBe('details.notFound');
    }
    await remove(id);
    expect(await codeOf(resolve(bank, { detailsId: id }))).toBe('details.notFound');
    for (const unknown of [uuidv7(), 'no id', '']) {
      expect(await codeOf(remove(unknown))).toBe('details.notFound');
    }
  });

  test('are deleted when they are removed, also twice; their destination stays known', async () => {
    const kept = await pay(bank, { holder: 'Ada', account: '1234567890' });
    const { detailsId = '', firstUsedAt } = kept ?? {};
    const { digest } = await rowOf(detailsId);
    expect(await remove(detailsId)).toEqual({});
    const removedAt = desk.now;
    desk.now = new Date(desk.now.getTime() + 1000);
    expect(await remove(detailsId)).toEqual({});
    expect(await list(bank)).toEqual([]);
    expect(await rowOf(detailsId)).toMatchObject({
      fields_sealed: null,
      masked: null,
      digest,
      first_used_at: firstUsedAt,
      removed_at: removedAt,
    });
    const again = await pay(bank, { holder: 'Ada', account: '1234567890' });
    expect(again).toEqual({ detailsId, isNew: false, firstUsedAt });
    expect(await masksOf(bank)).toEqual(['•••• 7890']);
    expect((await rowOf(detailsId)).removed_at).toBeNull();
  });

  test('are at most five of a method; the oldest goes', async () => {
    const accounts = Array.from({ length: mostSaved + 2 }, (_, at) => `00000000100${at}`);
    for (const account of accounts) await pay(bank, { holder: 'Ada', account });
    await pay(sepa, { iban: 'DE89370400440532013000' });
    expect(await masksOf(bank)).toEqual(
      accounts
        .slice(-mostSaved)
        .reverse()
        .map((account) => `•••• ${account.slice(-4)}`),
    );
    const again = await pay(bank, { holder: 'Ada', account: accounts[0] ?? '' });
    expect(again).toMatchObject({ isNew: false });
    for (const at of accounts.keys()) await pay(walletIn, { phone: `+4915123450${at}89` });
    const { count } = await desk.db
      .selectFrom('saved_details')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('player_id', '=', desk.caller.playerId)
      .where('transaction', '=', 'deposit')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(mostSaved);
  });

  test("are validated by today's rules; fields that the method no longer has are left out", async () => {
    const kept = await pay(bank, { holder: 'Ada', account: '1234567890' });
    const { detailsId = '' } = kept ?? {};
    const validations = [{ regex: '^\\d{12}$' }];
    const stricter = { ...bank, fields: [holder, { ...number, validations }] };
    expect(await codeOf(resolve(stricter, { detailsId }))).toBe('banking.paymentMethodRegex');
    const shorter = { ...bank, fields: [number] };
    expect(await resolve(shorter, { detailsId })).toMatchObject({
      fields: { account: '1234567890' },
    });
    const more = { ...bank, fields: [holder, number, iban] };
    expect(await codeOf(resolve(more, { detailsId }))).toBe('banking.paymentMethodRegex');
    const typed = { detailsId, fields: { iban: 'de89370400440532013000' } };
    expect((await resolve(more, typed)).fields).toMatchObject({ iban: 'DE89370400440532013000' });
  });

  test('know a destination by the account, whatever its notation and the name beside it', async () => {
    const first = await pay(bank, { holder: 'Ada', account: '1234567890' });
    const again = await pay(bank, { holder: 'ADA LOVELACE', account: '1234 567-890' });
    expect(again).toMatchObject({ detailsId: first?.detailsId, isNew: false });
    const other = await pay(bank, { holder: 'Ada', account: '1234567891' });
    expect(other).toMatchObject({ isNew: true });
    const [{ detailsId = '' } = {}] = (await list(bank)).slice(1);
    // The last notation is kept.
    expect((await resolve(bank, { detailsId })).fields.holder).toBe('ADA LOVELACE');
  });

  test('of an e-mail address are never those of one that differs by a dash', async () => {
    const own = await pay(mailOut, { email: 'john@gmail.com' });
    const other = await pay(mailOut, { email: 'john@g-mail.com' });
    expect(other).toMatchObject({ isNew: true });
    expect(await pay(mailOut, { email: 'John@Gmail.com' })).toMatchObject({
      detailsId: own?.detailsId,
      isNew: false,
    });
    const saved = await list(mailOut);
    const emails = saved.map(
      async ({ detailsId }) => (await resolve(mailOut, { detailsId })).fields,
    );
    expect(await Promise.all(emails)).toEqual([
      { email: 'john@gmail.com' },
      { email: 'john@g-mail.com' },
    ]);
  });
});

describe('what is not kept', () => {
  const oneTime: CatalogField = { name: 'code', type: 'text', isOneTime: true };
  const card: CatalogField = { name: 'card', type: 'text', category: 'card' };
  const issuer: CatalogField = { name: 'bin', type: 'text', showsCardIssuer: true };
  const choice: CatalogField = {
    name: 'bank',
    type: 'dropdown',
    values: [{ value: 'a', text: { en: 'A' } }],
  };
  test.each([
    ['a code that serves one payment', [number, oneTime], { account: '1', code: '2' }],
    ['a card', [card], { card: '4111111111111111' }],
    ['the first digits of a card', [issuer], { bin: '411111' }],
    ['a choice alone', [choice], { bank: 'a' }],
    ['a name alone', [holder], { holder: 'Ada' }],
    ['nothing', [], {}],
  ])('%s', async (_, fields, values: FieldValues) => {
    const deposit = buildMethod('odd_in', { fields });
    const payout = buildPayout('odd_out', { fields });
    desk.methods = [deposit, payout];
    expect(await pay(deposit, values)).toBeNull();
    expect(await list(deposit)).toEqual([]);
    // A destination is known all the same.
    const kept = await pay(payout, values);
    expect(kept).toMatchObject({ isNew: true });
    expect(await list(payout)).toEqual([]);
    expect(await pay(payout, values)).toMatchObject({ isNew: false });
  });

  test('anything, where the brand keeps no details', async () => {
    desk.settings = { keepDetails: false };
    expect(await pay(walletIn, { phone: '+4915123456789' })).toBeNull();
    const kept = await pay(bank, { holder: 'Ada', account: '1234567890' });
    expect(await list(bank)).toEqual([]);
    expect(await rowOf(kept?.detailsId ?? '')).toMatchObject({ fields_sealed: null, masked: null });
    desk.settings = {};
    await pay(bank, { holder: 'Ada', account: '1234567890' });
    expect(await masksOf(bank)).toEqual(['•••• 7890']);
  });

  test('further fields, that a provider asks for', async () => {
    const fields = { holder: 'Ada', account: '1234567890', smsCode: '123456' };
    const further = [{ name: 'smsCode', type: 'text' } as const];
    await desk.db.transaction().execute(async (tx) => {
      const { caller } = desk;
      const given = { fields };
      const all = await resolveDetails(core, tx, caller, bank, 'withdrawal', given, further);
      expect(all.fields).toEqual(fields);
      await keepDetails(core, tx, caller, bank, 'withdrawal', all);
    });
    const [{ detailsId = '' } = {}] = await list(bank);
    expect((await resolve(bank, { detailsId })).fields).toEqual({
      holder: 'Ada',
      account: '1234567890',
    });
  });
});

describe('a destination', () => {
  const digest = async (account: string) =>
    (await resolve(bank, { fields: { holder: 'Ada', account } })).digest;
  const use = async (account: string) =>
    loadDestinationUse(
      desk.db,
      desk.caller,
      await resolve(bank, { fields: { holder: 'Ada', account } }),
    );

  /** Withdraws, an hour after the withdrawal before. */
  async function spend(part: Parameters<typeof withdraw>[1]) {
    desk.now = new Date(desk.now.getTime() + 3600_000);
    await withdraw('20', part);
    return desk.now;
  }

  test('is new while another one was used before it', async () => {
    expect(await use('1234567890')).toEqual({ firstUsedAt: null, hasOther: false });
    const first = await spend({ destination_digest: await digest('1234567890') });
    await spend({ destination_digest: await digest('1234567890') });
    // Deposits are no destinations.
    await pay(walletIn, { phone: '+4915123456789' });
    expect(await use('1234567890')).toEqual({ firstUsedAt: first, hasOther: false });
    expect(await use('555555555')).toEqual({ firstUsedAt: null, hasOther: true });
    const second = await spend({ destination_digest: await digest('555555555') });
    expect(await use('1234567890')).toEqual({ firstUsedAt: first, hasOther: false });
    expect(await use('555555555')).toEqual({ firstUsedAt: second, hasOther: true });
  });

  test('is still new after withdrawals that were canceled, rejected or not held', async () => {
    await spend({ destination_digest: await digest('1234567890') });
    const destination_digest = await digest('555555555');
    await pay(bank, { holder: 'Ada', account: '555555555' });
    for (const status of ['created', 'rejected', 'canceled'] as const) {
      await spend({ destination_digest, status });
    }
    expect(await use('555555555')).toEqual({ firstUsedAt: null, hasOther: true });
    const waiting = await spend({ destination_digest, status: 'approved' });
    expect(await use('555555555')).toEqual({ firstUsedAt: waiting, hasOther: true });
  });

  test('is new beside withdrawals of older releases, whose destination is unknown', async () => {
    await spend({ status: 'canceled' });
    expect(await use('555555555')).toEqual({ firstUsedAt: null, hasOther: false });
    await spend({});
    expect(await use('555555555')).toEqual({ firstUsedAt: null, hasOther: true });
  });
});

test('a new first key seals details anew, and their destination stays known', async () => {
  const before = withVault(buildVault([{ id: 'old', secret: Buffer.alloc(32, 2) }]));
  const fields = { holder: 'Ada', account: '1234567890' };
  const kept = await pay(bank, fields, before);
  const { detailsId = '' } = kept ?? {};
  const { digest: oldDigest } = await rowOf(detailsId);
  const withdrawalId = await withdraw('20', { destination_digest: oldDigest });
  // Both keys find it before the rotation.
  expect(await loadDestinationUse(desk.db, desk.caller, await resolve(bank, { fields }))).toEqual({
    firstUsedAt: kept?.firstUsedAt,
    hasOther: false,
  });
  expect((await rotateSealed(core)).unreadable).toEqual([]);
  const row = await rowOf(detailsId);
  expect(row.fields_sealed).toMatch(/^s1\.fresh\./);
  const after = withVault(buildVault([{ id: 'fresh', secret: Buffer.alloc(32, 1) }]));
  const given = { detailsId };
  const resolved = await resolveDetails(after, desk.db, desk.caller, bank, 'withdrawal', given);
  expect(resolved.fields).toEqual(fields);
  expect(resolved.digest).toBe(row.digest);
  expect(row.digest).not.toBe(oldDigest);
  const { destination_digest } = await desk.db
    .selectFrom('withdrawals')
    .select('destination_digest')
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow();
  expect(destination_digest).toBe(row.digest);
});

test('details that no key opens are not found', async () => {
  const lost = withVault(buildVault([{ id: 'lost', secret: Buffer.alloc(32, 9) }]));
  const kept = await pay(bank, { holder: 'Ada', account: '1234567890' }, lost);
  const { detailsId = '' } = kept ?? {};
  expect(await codeOf(resolve(bank, { detailsId }))).toBe('details.notFound');
});

test('a method that the brand lacks has no list', async () => {
  expect(await codeOf(list(buildPayout('unknown')))).toBe('method.unavailable');
});
