import type { Payee } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../../ground/database/connect.ts';
import type { RequisiteKind } from '../../ground/database/tables/requisites.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import { buildRequisite } from '../../testing/build-requisite.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { findByNumber } from './account-number.ts';
import { addRequisite, RequisiteTaken } from './add-requisite.ts';

const vault = buildVault([{ id: 'one', secret: Buffer.alloc(32, 1) }]);
const core = { vault, now: () => new Date() };
let db: Db;

beforeAll(async () => {
  db = connect(await createTestDatabase());
});

afterAll(() => db.destroy());

/** Adds an account to a pool of its own, and returns its id and a search in its pool. */
async function add(payee: Payee, kind: RequisiteKind, account: string = uuidv7()) {
  const { id } = await db
    .transaction()
    .execute((tx) => addRequisite(core, tx, 'kassa', buildRequisite({ account, kind, payee })));
  const find = async (number: string) =>
    (await findByNumber(core, db, { brandId: 'kassa', account }, number))?.id;
  return { id, find, account };
}

test.each<[string, Payee, RequisiteKind, string[]]>([
  [
    'an IBAN',
    { iban: 'DE89370400440532013000' },
    'bankAccount',
    ['de89 3704 0044 0532 0130 00', 'DE89-3704-0044-0532-0130-00', 'DE89\u00a0370400440532013000'],
  ],
  ['a phone', { phone: '+4915112345678' }, 'wallet', ['0049 151 12345678', '+49 151-12345678']],
  ['a dialled phone', { phone: '0049 171 2345678' }, 'wallet', ['+491712345678']],
  ['a UPI address', { vpa: 'shop-a@okaxis' }, 'vpa', ['SHOP-A@okaxis', ' Shop-A@OKAXIS ']],
  ['a card', { number: '4242424242424242' }, 'card', ['4242 4242 4242 4242']],
])('%s is found in every spelling', async (_, payee, kind, spellings) => {
  const { id, find, account } = await add(payee, kind);
  for (const spelling of spellings) expect(await find(spelling)).toBe(id);
  for (const [part] of Object.entries(payee)) {
    for (const spelling of spellings) {
      await expect(add({ [part]: spelling }, kind, account)).rejects.toThrow(RequisiteTaken);
    }
  }
});

test('a UPI address is another one than without its dash', async () => {
  const dashed = await add({ vpa: 'till-1@okbank' }, 'vpa');
  expect(await dashed.find('till1@okbank')).toBeUndefined();
  const plain = await add({ vpa: 'till1@okbank' }, 'vpa', dashed.account);
  expect(await dashed.find('till1@okbank')).toBe(plain.id);
  expect(await dashed.find('till-1@okbank')).toBe(dashed.id);
});

test('a number of a bank that begins with two zeros is no phone', async () => {
  const bank = await add({ number: '0012345678' }, 'bankAccount');
  expect(await bank.find('+12345678')).toBeUndefined();
  const phone = await add({ phone: '+12345678' }, 'wallet', bank.account);
  expect(await bank.find('0012345678')).toBe(bank.id);
  expect(await bank.find('+12345678')).toBe(phone.id);
});

test('an account that an earlier release added without its dashes is still found', async () => {
  const { id, find } = await add({ vpa: 'kiosk-7@okbank' }, 'vpa');
  const digest = vault.blindIndex({ brandId: '', kind: 'requisite number' }, 'kiosk7@okbank');
  await db.updateTable('requisites').set({ digest }).where('id', '=', id).execute();
  expect(await find('kiosk-7@okbank')).toBe(id);
  expect(await find('kiosk7@okbank')).toBeUndefined();
});
