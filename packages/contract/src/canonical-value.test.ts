import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCanonicalValue } from './canonical-value.ts';
import type { FieldDefinition } from './entities/field.ts';

const text = (part: object): FieldDefinition => ({ name: 'it', type: 'text', ...part });

const fields = {
  iban: { name: 'it', type: 'text_uppercase', category: 'account', accountNumber: 'iban' },
  uppercaseAccount: { name: 'it', type: 'text_uppercase', category: 'account' },
  clabe: text({ accountNumber: 'clabe' }),
  number: text({ category: 'number' }),
  card: text({ category: 'card' }),
  cpf: text({ category: 'number', taxId: 'cpf' }),
  rut: { name: 'it', type: 'text_uppercase', category: 'document', taxId: 'rut' },
  phone: { name: 'it', type: 'phone_with_prefix', prefix: '+49' },
  email: text({ category: 'email' }),
  account: text({ category: 'account' }),
  document: text({ category: 'document' }),
  plain: text({}),
  name: text({ category: 'name' }),
  voucher: text({ category: 'number', isOneTime: true }),
  pixKey: { name: 'pixKey', type: 'text', category: 'account' },
} satisfies Record<string, FieldDefinition>;

type Kind = keyof typeof fields;

const read = (kind: Kind, value: string, type?: string) =>
  toCanonicalValue(fields[kind], value, type === undefined ? {} : { pixKeyType: type });

test.each<[Kind, string, string[]]>([
  [
    'iban',
    'DE89370400440532013000',
    [
      'DE89 3704 0044 0532 0130 00',
      'de89-3704-0044-0532-0130-00',
      ' DE89\u00a03704\u202f00440532013000',
      '\u200eDE89370400440532013000\u200b',
      'DE\u0668\u0669370400440532013000',
    ],
  ],
  ['uppercaseAccount', 'HDFC0001234', ['hdfc 0001234', 'HDFC-0001234']],
  ['clabe', '002180012345678906', ['002 180 01234567890 6', '002-180-012345678906']],
  ['number', '123456AB', ['12-34 56ab', '12\u201334\u201056AB', '\u0967\u0968\u0969456ab']],
  ['card', '4242424242424242', ['4242 4242 4242 4242', '4242-4242-4242-4242']],
  ['cpf', '52998224725', ['529.982.247-25', '529 982 247 25']],
  ['rut', '12345678K', ['12.345.678-k', '12345678-K']],
  [
    'phone',
    '+4915112345678',
    ['+49 151 12345678', '0049 151/12345678', '+49 (151) 123-456-78', '00 49 151.12345678'],
  ],
  ['email', 'john.doe@gmail.com', ['John.Doe@Gmail.COM', '\u200bjohn.doe@gmail.com ']],
  ['account', 'john-a@okaxis', ['John-A@OkAxis', 'john-a @okaxis']],
  ['account', 'mona@instapay', ['Mona@InstaPay']],
  ['document', '12345678', ['12.345.678', '12 345 678']],
])('every spelling of a %s is %s', (kind, one, spellings) => {
  for (const spelling of [one, ...spellings]) expect(read(kind, spelling)).toBe(one);
});

test.each<[type: string | undefined, string, string[]]>([
  ['cnpj', '12345678000195', ['12.345.678/0001-95', '12 345 678 0001 95']],
  ['cnpj', '12ABC34501DE35', ['12.abc.345/01de-35']],
  [undefined, '12345678000195', ['12.345.678/0001-95']],
  [undefined, '52998224725', ['529.982.247-25']],
  [
    'phone',
    '+5511912345678',
    [
      '(11) 91234-5678',
      '011 91234-5678',
      '11912345678',
      '+55 11 91234-5678',
      '0055 11 91234 5678',
      '55 11 91234-5678',
    ],
  ],
  // The area code is 55, too.
  ['phone', '+5555912345678', ['55912345678', '5555912345678']],
  [undefined, '+5511912345678', ['+55 (11) 91234-5678']],
  ['email', 'fulano@example.com', ['Fulano@Example.com']],
  [
    'random',
    '123e4567-e12b-12d1-a456-426655440000',
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567e12b12d1a456426655440000'],
  ],
])('every spelling of a Pix key of the type %s is %s', (type, one, spellings) => {
  for (const spelling of [one, ...spellings]) expect(read('pixKey', spelling, type)).toBe(one);
});

test.each<[Kind, string, string]>([
  // Only dashes and the domain's letters differ.
  ['email', 'john@g-mail.com', 'john@gmail.com'],
  ['email', 'jo-hn@gmail.com', 'john@gmail.com'],
  // Lookalikes are others: a Kelvin sign, a sharp s, a dotless i, a Cyrillic a.
  ['email', 'mar\u212a@gmail.com', 'mark@gmail.com'],
  ['email', 'stra\u00dfe@gmail.com', 'strasse@gmail.com'],
  ['email', '\u0131an@gmail.com', 'ian@gmail.com'],
  ['account', 'j\u043ehn@okaxis', 'john@okaxis'],
  ['iban', '\ufb012112345600000785', 'FI2112345600000785'],
  ['iban', 'GB77\u00dfCS00000000000000', 'GB77SSCS00000000000000'],
  ['iban', '\u017fE4550000000058398257466', 'SE4550000000058398257466'],
  ['uppercaseAccount', 'SB\u0131N0000001', 'SBIN0000001'],
  ['cpf', '5299822472\u00b2', '52998224722'],
  ['rut', '1000001-\u212a', '1000001-K'],
  ['account', 'john-a@okaxis', 'johna@okaxis'],
  ['account', 'john.a@okaxis', 'johna@okaxis'],
  ['account', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1bvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['account', 'mi-alias.uno', 'mialias.uno'],
  ['plain', 'Ab 1', 'AB1'],
  ['document', 'AB-123', 'AB123'],
  ['voucher', 'AB-12', 'AB12'],
  ['name', 'ADA', 'Ada'],
  ['phone', '+49151234', '+491512340'],
  ['number', '0012345678', '+12345678'],
  ['number', '0012345678', '12345678'],
])('a %s is another one if it differs: %s, %s', (kind, one, other) => {
  expect(read(kind, one)).not.toBe(read(kind, other));
});

test('a zero in brackets leaves a phone as it was typed, and so does a text that is none', () => {
  for (const typed of ['+49 (0)151 234567', '0151 234567', '+49 151 x', '++49151234567']) {
    expect(read('phone', typed)).toBe(typed);
  }
  expect(read('pixKey', '9123-4567', 'phone')).toBe('9123-4567');
  expect(read('pixKey', 'anything', 'other')).toBe('anything');
});

describe('of any two accounts', () => {
  const digits = (least: number, most: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
  const from = (letters: string) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 20 });
  const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  // As the accounts are, each in its one form.
  const accounts: Record<string, [Kind, fc.Arbitrary<string>]> = {
    IBANs: ['iban', from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')],
    numbers: ['number', digits(4, 20)],
    phones: ['phone', digits(5, 15).map((it) => `+${it}`)],
    'UPI addresses': ['account', from('abcdefghij.-_0123456789').map((it) => `${it}@okbank`)],
    'e-mail addresses': ['email', from('abcdef.-_+0123456789').map((it) => `${it}@mail.com`)],
    'addresses in base58': ['account', from(base58)],
    'aliases of Argentina': ['account', from('ABCabc.-012')],
    'Pix keys': [
      'pixKey',
      fc.oneof(
        fc.uuid(),
        digits(11, 11),
        digits(14, 14),
        digits(12, 13).map((it) => `+${it}`),
        from('abc.-_').map((it) => `${it}@mail.com`),
      ),
    ],
  };

  /** Groups a text, as people do. */
  const spell = (kind: Kind, account: string, seed: number): string => {
    const separators = kind === 'iban' || kind === 'number' ? [' ', '-', '\u00a0'] : [' '];
    const separator = separators[seed % separators.length] ?? ' ';
    const grouped = account.replace(/(.{4})(?=.)/g, `$1${separator}`);
    const isCaseless = account.includes('@') || kind === 'iban' || kind === 'number';
    const cased = isCaseless && seed % 2 === 1 ? account.toUpperCase() : account;
    if (kind === 'account' || kind === 'email' || kind === 'pixKey') return ` ${cased} `;
    return seed % 2 === 1 ? grouped.toLowerCase() : grouped;
  };

  test.each(Object.keys(accounts))('%s, none has the form of another, however spelled', (name) => {
    const [kind, arbitrary] = accounts[name] ?? ['plain', fc.string()];
    fc.assert(
      fc.property(arbitrary, arbitrary, fc.nat(5), fc.nat(5), (one, other, a, b) => {
        const left = read(kind, spell(kind, one, a));
        expect(left).toBe(one);
        expect(read(kind, left)).toBe(left);
        expect(left === read(kind, spell(kind, other, b))).toBe(one === other);
      }),
    );
  });
});
