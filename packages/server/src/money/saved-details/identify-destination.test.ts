import type { FieldDefinition } from '@kassa/contract';
import { expect, test } from 'vitest';
import { identifyDestination } from './identify-destination.ts';

const fields: Record<string, FieldDefinition> = {
  number: { name: 'it', type: 'text', category: 'number' },
  iban: { name: 'it', type: 'text_uppercase', category: 'account' },
  clabe: { name: 'it', type: 'text', accountNumber: 'clabe' },
  phone: { name: 'it', type: 'phone_with_prefix', prefix: '+49' },
  email: { name: 'it', type: 'text', category: 'email' },
  vpa: { name: 'it', type: 'text', category: 'account' },
  plain: { name: 'it', type: 'text' },
};

const read = (kind: string, it: string) => {
  const field = fields[kind];
  return field && identifyDestination([field], { it });
};

test.each([
  ['number', '12-34 56', '123456'],
  ['iban', 'DE89 3704-0044', 'de8937040044'],
  ['clabe', '0021 8000', '00218000'],
  ['phone', '+49 151-234', '+49151234'],
  ['email', 'John@Gmail.com', 'john@gmail.com'],
])('a %s is the same in another notation: %s', (kind, one, other) => {
  expect(read(kind, one)).toEqual(read(kind, other));
});

test.each([
  ['email', 'john@g-mail.com', 'john@gmail.com'],
  ['email', 'jo-hn@gmail.com', 'john@gmail.com'],
  ['email', 'mar\u212a@gmail.com', 'mark@gmail.com'],
  ['email', 'stra\u00dfe@gmail.com', 'strasse@gmail.com'],
  ['vpa', 'john-a@okaxis', 'johna@okaxis'],
  ['vpa', 'John@okaxis', 'john@okaxis'],
  ['plain', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1bvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
])('a %s is another one if it differs: %s', (kind, one, other) => {
  expect(read(kind, one)).not.toEqual(read(kind, other));
});

test('the amount, the names of people and what was left empty are no part of it', () => {
  const all: FieldDefinition[] = [
    { name: 'amount', type: 'amount' },
    { name: 'holder', type: 'text', category: 'name' },
    { name: 'account', type: 'text', category: 'number' },
    { name: 'branch', type: 'text', category: 'number', isOptional: true },
  ];
  const typed = { amount: '5', holder: 'Ada', account: '1 2' };
  expect(identifyDestination(all, typed)).toEqual({ account: '12' });
});
