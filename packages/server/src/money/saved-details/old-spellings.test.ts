import type { FieldValues } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CatalogField, CatalogMethod } from '../../catalog/catalog-schema.ts';
import {
  digestsOfDetails,
  openDetails,
  sealDetails,
} from '../../ground/encryption/saved-details.ts';
import { sealPayee } from '../../ground/encryption/sealed-payee.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { buildPayout, usePayoutRulesDesk } from '../../testing/payout-rules-desk.ts';
import { loadDestinationUse } from './destination-use.ts';
import { keepDetails } from './keep-details.ts';
import { listSavedDetails } from './list-details.ts';
import { renewSpellings } from './old-spellings.ts';
import { resolveDetails } from './resolve-details.ts';

const { desk, core, withdraw } = usePayoutRulesDesk();

const vpa: CatalogField = { name: 'vpa', type: 'text', category: 'account' };
const address: CatalogField = { name: 'address', type: 'text', category: 'account' };
const upi = buildPayout('upi_out', { fields: [vpa] });
const upiIn = buildMethod('upi', { fields: [vpa] });
const coins = {
  ETHEREUM: buildPayout('eth_out', {
    fields: [address],
    coin: { currency: 'ETH', blockchain: 'ETHEREUM' },
  }),
  TON: buildPayout('ton_out', { fields: [address], coin: { currency: 'TON', blockchain: 'TON' } }),
};

beforeEach(() => {
  desk.methods = [upi, upiIn, ...Object.values(coins)];
});

const resolve = (method: CatalogMethod, fields: FieldValues) =>
  resolveDetails(core, desk.db, desk.caller, method, method.transaction, { fields });

/** The digest by which an earlier release knew a destination: that of what was typed. */
const digestOf = (method: CatalogMethod, typed: FieldValues): string =>
  digestsOfDetails(core.vault, { brandId: 'kassa', paymentMethod: method.name }, typed)[0] ?? '';

/** A withdrawal of an earlier release, to a destination as it was typed. */
async function withdrawAsTyped(method: CatalogMethod, typed: FieldValues, part: object = {}) {
  const id = await withdraw('10', {
    payment_method: method.name,
    destination_digest: digestOf(method, typed),
    ...part,
  });
  const { vault } = core;
  const payee = { fields: typed, instrumentToken: null, holder: null };
  const names = { firstName: null, lastName: null };
  const fields_sealed = sealPayee(vault, { brandId: 'kassa', id }, { ...payee, ...names });
  await desk.db.updateTable('withdrawals').set({ fields_sealed }).where('id', '=', id).execute();
  return id;
}

/** Saved details of an earlier release. */
async function saveAsTyped(method: CatalogMethod, typed: FieldValues, firstUsedAt = desk.now) {
  const row = { brand_id: 'kassa', id: uuidv7() };
  await desk.db
    .insertInto('saved_details')
    .values({
      ...row,
      player_id: desk.caller.playerId,
      transaction: method.transaction,
      payment_method: method.name,
      fields_sealed: sealDetails(core.vault, row, { fields: typed, destination: typed }),
      masked: 'as typed',
      digest: digestOf(method, typed),
      first_used_at: firstUsedAt,
      last_used_at: firstUsedAt,
      removed_at: null,
    })
    .execute();
  return row.id;
}

/** Plans a withdrawal as a request does. */
async function plan(method: CatalogMethod, fields: FieldValues) {
  const details = await resolve(method, fields);
  await renewSpellings(core, desk.caller, method, details);
  return { details, use: await loadDestinationUse(desk.db, desk.caller, details) };
}

const digestIn = async (id: string) =>
  (
    await desk.db
      .selectFrom('withdrawals')
      .select('destination_digest')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).destination_digest;

const before = new Date('2026-11-01T12:00:00Z');

describe('a destination that an earlier release stored as typed', () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const ton = 'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p';

  test.each<[string, CatalogMethod, FieldValues, FieldValues]>([
    ['a UPI address', upi, { vpa: 'John@OkAxis' }, { vpa: 'john@okaxis' }],
    ['an address', coins.ETHEREUM, { address: evm.toLowerCase() }, { address: evm }],
    [
      'a raw address of TON',
      coins.TON,
      { address: '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe' },
      { address: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs' },
    ],
  ])('stays known: %s', async (_, method, typed, again) => {
    const old = await withdrawAsTyped(method, typed, { created_at: before });
    const { details, use } = await plan(method, again);
    expect(use).toEqual({ firstUsedAt: before, hasOther: false });
    expect(await digestIn(old)).toBe(details.digest);
    if (method === coins.TON) expect(details.fields.address).toBe(ton);
  });

  test('stays another one, if it is', async () => {
    const old = await withdrawAsTyped(upi, { vpa: 'John-A@okaxis' }, { created_at: before });
    const { use } = await plan(upi, { vpa: 'johna@okaxis' });
    expect(use).toEqual({ firstUsedAt: null, hasOther: true });
    expect(await digestIn(old)).toBe(digestOf(upi, { vpa: 'John-A@okaxis' }));
  });

  test('is found behind any number of others', async () => {
    await withdrawAsTyped(upi, { vpa: 'John@okaxis' }, { created_at: before });
    for (let index = 0; index < 60; index += 1) {
      await withdrawAsTyped(upi, { vpa: `Other${index}@okaxis` });
    }
    const { use } = await plan(upi, { vpa: 'JOHN@okaxis' });
    expect(use.firstUsedAt).toEqual(before);
  });

  test('is found in every spelling', async () => {
    await withdrawAsTyped(upi, { vpa: 'JOHN@okaxis' });
    await withdrawAsTyped(upi, { vpa: 'John@OKAXIS' }, { created_at: before });
    const { use } = await plan(upi, { vpa: 'john@okaxis' });
    expect(use).toEqual({ firstUsedAt: before, hasOther: false });
  });

  test('of another player stays theirs', async () => {
    const stranger = { ...desk.caller, playerId: uuidv7() };
    const old = await withdrawAsTyped(upi, { vpa: 'John@okaxis' });
    const details = await resolve(upi, { vpa: 'john@okaxis' });
    await renewSpellings(core, stranger, upi, details);
    expect(await digestIn(old)).toBe(digestOf(upi, { vpa: 'John@okaxis' }));
  });

  test('stays as it is while its key is missing', async () => {
    const old = await withdrawAsTyped(upi, { vpa: 'John@okaxis' });
    const details = await resolve(upi, { vpa: 'john@okaxis' });
    const vault = buildVault([{ id: 'other', secret: Buffer.alloc(32, 9) }]);
    await renewSpellings({ db: desk.db, vault }, desk.caller, upi, details);
    expect(await digestIn(old)).toBe(digestOf(upi, { vpa: 'John@okaxis' }));
  });
});

describe('saved details of an earlier release', () => {
  const list = async (method: CatalogMethod) =>
    (await listSavedDetails(core, desk.caller, { paymentType: method.name })).details;

  const pay = (method: CatalogMethod, given: Parameters<typeof resolveDetails>[5]) =>
    desk.db.transaction().execute(async (tx) => {
      const { transaction } = method;
      const resolved = await resolveDetails(core, tx, desk.caller, method, transaction, given);
      return keepDetails(core, tx, desk.caller, method, transaction, resolved);
    });

  test.each([
    ['of a withdrawal', upi],
    ['of a deposit', upiIn],
  ])('%s are the same in another spelling, which they then have', async (_, method) => {
    const id = await saveAsTyped(method, { vpa: 'John@okaxis' }, before);
    const kept = await pay(method, { fields: { vpa: 'JOHN@OKAXIS' } });
    expect(kept).toEqual({ detailsId: id, isNew: false, firstUsedAt: before });
    expect(await list(method)).toMatchObject([{ detailsId: id, masked: 'j•••@okaxis' }]);
    const row = await desk.db
      .selectFrom('saved_details')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { fields } = openDetails(core.vault, row, row.fields_sealed ?? '');
    expect(fields).toEqual({ vpa: 'john@okaxis' });
    expect(await pay(method, { detailsId: id })).toMatchObject({ detailsId: id, isNew: false });
  });

  test('chosen by their id stay one', async () => {
    const id = await saveAsTyped(upi, { vpa: 'John@okaxis' });
    await pay(upi, { detailsId: id });
    expect(await list(upi)).toHaveLength(1);
  });

  test('in two spellings become one, known since the first', async () => {
    const first = await saveAsTyped(upi, { vpa: 'John@okaxis' }, before);
    const withdrawal = await withdrawAsTyped(upi, { vpa: 'John@okaxis' }, { created_at: before });
    await desk.db
      .updateTable('withdrawals')
      .set({ saved_details_id: first })
      .where('id', '=', withdrawal)
      .execute();
    const second = await saveAsTyped(upi, { vpa: 'john@okaxis' });
    await plan(upi, { vpa: 'john@okaxis' });
    expect(await list(upi)).toMatchObject([{ detailsId: second }]);
    const kept = await pay(upi, { fields: { vpa: 'john@okaxis' } });
    expect(kept).toEqual({ detailsId: second, isNew: false, firstUsedAt: before });
    const row = await desk.db
      .selectFrom('withdrawals')
      .select('saved_details_id')
      .where('id', '=', withdrawal)
      .executeTakeFirstOrThrow();
    expect(row.saved_details_id).toBe(second);
  });
});
