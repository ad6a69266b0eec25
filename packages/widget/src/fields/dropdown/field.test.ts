import type { FieldOf } from '@kassa/contract';
import { expect, test } from 'vitest';
import { field } from './field.ts';

const definition: FieldOf<'dropdown'> = {
  type: 'dropdown',
  name: 'bank',
  values: [
    { value: 'brac', text: { en: 'BRAC Bank' } },
    { value: 'city', text: { en: 'City Bank' } },
  ],
};

test('shows a kept value while it is among the choices', () => {
  expect(field.format('city', definition, {} as never)).toBe('city');
  expect(field.format('closed', definition, {} as never)).toBe('');
});

test('one value has to be chosen, unless the field is optional', () => {
  const validate = (value: string, isOptional = false) =>
    field.validate(value, { ...definition, isOptional }, { method: {} } as never);
  expect(validate('city')).toBeNull();
  expect(validate('')).toEqual({
    words: { dataKey: `field.required.${definition.name}`, otherwise: 'form.field.notAChoice' },
  });
  expect(validate('', true)).toBeNull();
  expect(validate('closed')).toEqual(validate(''));
});
