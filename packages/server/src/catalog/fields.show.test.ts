import { countries, fieldDefinitionSchema, validateField } from '@kassa/contract';
import { expect, test } from 'vitest';
import { showFields } from './fields.ts';

const show = (country: string) => {
  const [field] = showFields([{ name: 'phone', type: 'phone_with_prefix' }], country);
  return field?.type === 'phone_with_prefix' ? field : null;
};

test('about 240 countries have a prefix and a valid example number', () => {
  const shown = countries.flatMap(({ code }) => show(code) ?? []);
  expect(shown.length).toBeGreaterThanOrEqual(240);
  for (const field of shown) {
    expect(fieldDefinitionSchema.parse(field)).toEqual(field);
    expect(field.example, field.prefix).toMatch(/^\d[\d ()-]*$/);
    const number = `${field.prefix}${field.example?.replace(/\D/g, '')}`;
    expect(validateField(field, number), number).toBeNull();
  }
});

test.each([
  ['bd', '+880', '1812 345678'],
  ['de', '+49', '1512 3456789'],
  ['us', '+1', '201 555 0123'],
  ['kz', '+7', '771 000 9998'],
])('in %s a phone has the prefix %s and the example %s', (country, prefix, example) => {
  expect(show(country)).toMatchObject({ prefix, example });
});

test('a country without a known prefix has no phone field', () => {
  expect(show('aq')).toBeNull();
  expect(show('xx')).toBeNull();
});
