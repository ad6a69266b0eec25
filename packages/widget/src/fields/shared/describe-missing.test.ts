import {
  buildDropdownField,
  buildNetworksField,
  buildPhoneField,
  buildTextField,
} from '@kassa/test-kit';
import { expect, test } from 'vitest';
import english from '../../../../../locales/en.json';
import { describeMissing } from './describe-missing.ts';

interface Method {
  name: string;
  fields?: { name: string; type: string }[];
}

const files = import.meta.glob<{ methods: Method[] }>('../../../../../catalog/methods/*.json', {
  eager: true,
  import: 'default',
});
const methods = Object.values(files).flatMap((file) => file.methods);

/** The fields that the sandbox's provider asks for besides those of the catalogue. */
const askedBySandbox = [
  'birthDate',
  'documentNumber',
  'payerAddress',
  'senderName',
  'smsCode',
  'utr',
];

test('each field of the catalogue has words of its own for a missing value', () => {
  const names = methods.flatMap(({ fields = [] }) =>
    fields.filter(({ type }) => type !== 'amount').map(({ name }) => name),
  );
  expect(names.length).toBeGreaterThan(100);
  const general = [...new Set([...names, ...askedBySandbox])].filter(
    (name) => !(`field.required.${name}` in english),
  );
  expect(general).toEqual([]);
});

test('a field that only an operator’s catalogue has gets the words for what it takes', () => {
  const text = (category?: 'email' | 'name' | 'number') =>
    buildTextField({ name: 'own', ...(category !== undefined && { category }) });
  const keys = [
    buildDropdownField({ name: 'own' }),
    buildNetworksField({ name: 'own' }),
    buildPhoneField({ name: 'own' }),
    text('email'),
    text('name'),
    text('number'),
    text(),
  ].map((definition) => describeMissing(definition));
  expect(keys.map((words) => 'dataKey' in words && words.otherwise)).toEqual([
    'form.field.notAChoice',
    'form.field.notAChoice',
    'field.required.phone',
    'field.required.email',
    'field.required.holder',
    'form.field.missing',
    'form.field.missing',
  ]);
});
