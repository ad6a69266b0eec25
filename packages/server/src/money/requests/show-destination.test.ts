import type { FieldDefinition } from '@kassa/contract';
import { expect, test } from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import type { Catalog } from '../../catalog/catalog-schema.ts';
import { buildAccount, buildMethod } from '../../testing/build-method.ts';
import type { OrderedWithdrawal, WithdrawalOrder } from './plan-withdrawal.ts';
import { showDestination } from './show-destination.ts';

const catalogOf = () =>
  ({ cardSchemes: [{ name: 'Visa', prefixes: ['4'] }], cardIssuers: [] }) as unknown as Catalog;

interface Given {
  definitions: FieldDefinition[];
  fields: Record<string, string>;
  /** The names of the fields that were typed for this order; the rest is saved. */
  typed: string[];
  isConfirmed?: boolean;
  part?: Partial<OrderedWithdrawal>;
}

function show({ definitions, fields, typed, isConfirmed = false, part = {} }: Given) {
  const order = {
    amount: '10',
    currency: 'EUR',
    paymentType: 'out',
    fields: Object.fromEntries(typed.map((name) => [name, fields[name] ?? ''])),
  } satisfies WithdrawalOrder;
  const ordered = {
    method: buildMethod('out', { transaction: 'withdrawal', fields: definitions as never }),
    account: buildAccount('bank'),
    details: { masked: '•••• 3000', instrument: null, fields },
    cost: { fee: '0', arrives: { amount: '10', currency: 'EUR' }, rate: null },
    ...part,
  } as unknown as OrderedWithdrawal;
  const caller = { brandId: 'kassa', country: 'de' };
  return showDestination({ catalogOf }, caller, ordered, { order, isConfirmed });
}

const holder: FieldDefinition = { name: 'holder', type: 'text', category: 'name' };
const iban: FieldDefinition = {
  name: 'iban',
  type: 'text_uppercase',
  category: 'account',
  accountNumber: 'iban',
};
const sortCode: FieldDefinition = {
  name: 'sortCode',
  type: 'text',
  category: 'number',
  isBankCode: true,
};
const account: FieldDefinition = { name: 'account', type: 'text', category: 'number' };
const document: FieldDefinition = { name: 'document', type: 'text', category: 'document' };
const email: FieldDefinition = { name: 'email', type: 'text', category: 'email' };
const bank: FieldDefinition = {
  name: 'bank',
  type: 'dropdown',
  values: [{ value: '058', text: { en: 'GTBank' } }],
};
const definitions = [holder, bank, iban, sortCode, account, document, email];
const fields = {
  holder: 'Ada Okafor',
  bank: '058',
  iban: 'DE89370400440532013000',
  sortCode: '200415',
  account: '38290008',
  document: '52998224725',
  email: 'ada@example.com',
};
const whole = Object.entries(fields).map(([field, value]) => ({ field, value }));

test('what was typed now is whole', () => {
  const shown = show({ definitions, fields, typed: Object.keys(fields) });
  expect(shown).toEqual({ parts: whole, isPartial: false, contract: null });
});

test('saved details have the bank and the holder, and no more of the rest than its owner needs', () => {
  expect(show({ definitions, fields, typed: [] })).toMatchObject({
    isPartial: true,
    parts: [
      { field: 'holder', value: 'Ada Okafor' },
      { field: 'bank', value: '058' },
      { field: 'iban', value: 'DE893…13000' },
      { field: 'sortCode', value: '200415' },
      { field: 'account', value: '•••• 0008' },
      { field: 'document', value: '•••• 4725' },
      { field: 'email', value: 'a•••@example.com' },
    ],
  });
});

test('the order’s code shows saved details whole', () => {
  const shown = show({ definitions, fields, typed: [], isConfirmed: true });
  expect(shown).toMatchObject({ parts: whole, isPartial: false });
});

test('a field that is typed beside saved ones shows nothing of these', () => {
  const shown = show({ definitions: [iban, account], fields, typed: ['account'] });
  expect(shown.parts).toEqual([
    { field: 'iban', value: 'DE893…13000' },
    { field: 'account', value: '38290008' },
  ]);
});

test('a value whose middle would be too few guesses has its last four characters', () => {
  const saved = (value: string) =>
    show({ definitions: [iban], fields: { iban: value }, typed: [] }).parts[0]?.value;
  expect(saved('NO9386011117947')).toBe('•••• 7947');
  expect(saved('NL91ABNA0417164300')).toBe('•••• 4300');
  expect(saved('AT611904300234573201')).toBe('AT611…73201');
});

test('a card has its scheme and last four digits, also where it was typed now', () => {
  const card: FieldDefinition = { name: 'card', type: 'text', category: 'card' };
  const typed = { definitions: [card], fields: { card: '4242424242424242' } };
  for (const names of [['card'], []]) {
    for (const isConfirmed of [false, true]) {
      expect(show({ ...typed, typed: names, isConfirmed })).toMatchObject({
        parts: [{ field: 'card', value: 'Visa •••• 4242' }],
        isPartial: false,
      });
    }
  }
});

test('a card of a receipt has what its provider says', () => {
  const details = { masked: 'Visa •••• 4242', instrument: {}, fields: {} };
  const part = { details } as unknown as Partial<OrderedWithdrawal>;
  expect(show({ definitions: [], fields: {}, typed: [], part })).toEqual({
    parts: [],
    isPartial: false,
    contract: null,
  });
});

test('a token has its contract as explorers write it', () => {
  const coin = { shownContract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' };
  const rail = { coins: new Map([['USDT', coin]]) };
  const rails = new Map([['ETHEREUM', rail]]) as unknown as Account['rails'];
  const part = {
    method: buildMethod('out', { coin: { currency: 'USDT', blockchain: 'ETHEREUM' } }),
    account: buildAccount('chains', { rails }),
    cost: { fee: '0', arrives: { amount: '10', currency: 'USDT' }, rate: null },
  };
  expect(show({ definitions: [], fields: {}, typed: [], part }).contract).toBe(coin.shownContract);
});
