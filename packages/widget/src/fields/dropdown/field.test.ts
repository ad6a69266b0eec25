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

test('what was chosen before stands in it while it is among the choices', () => {
  expect(field.format('city', definition, {} as never)).toBe('city');
  expect(field.format('closed', definition, {} as never)).toBe('');
});

test('one has to be chosen, unless it is optional', () => {
  const judge = (value: string, isOptional = false) =>
    field.validate(value, { ...definition, isOptional }, { method: {} } as never);
  expect(judge('city')).toBeNull();
  expect(judge('')).toEqual({ words: { key: 'form.field.missing' } });
  expect(judge('', true)).toBeNull();
  expect(judge('closed')).toEqual({ words: { key: 'form.field.notAChoice' } });
});
