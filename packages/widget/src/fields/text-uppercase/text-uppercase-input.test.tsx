import type { FieldOf } from '@kassa/contract';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showField, theBox } from '../../testing/show-field.tsx';
import { field } from './field.ts';

const definition: FieldOf<'text_uppercase'> = {
  type: 'text_uppercase',
  name: 'field',
  placeholder: { en: 'Field' },
};

test('letters typed in the middle become capitals, and the caret stays', async () => {
  const { user, values } = showField(field, definition, { value: 'ABEF' });
  await user.type(theBox(), 'cd', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(theBox().value).toBe('ABCDEF');
  expect(theBox().selectionStart).toBe(4);
  expect(values.at(-1)).toBe('ABCDEF');
});

test('a letter that would become another one stays, and is shown as it is', async () => {
  const { user } = showField(field, definition, { value: 'AB' });
  expect(theBox().dataset.uppercase).toBe('true');
  await user.type(theBox(), 'ßı', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(theBox().value).toBe('AßıB');
  expect(theBox().dataset.uppercase).toBeUndefined();
});

test('letters become capitals under a mask too', async () => {
  const { user, values } = showField(field, { ...definition, mask: 'aa-00' });
  await waitFor(() => expect(theBox().readOnly).toBe(false));
  await user.type(theBox(), 'ab12');
  expect(theBox().value).toBe('AB-12');
  expect(values.at(-1)).toBe('AB12');
});

test.each([
  ['abc', 'ABC'],
  [' iban ', 'IBAN'],
  ['ивано́в', 'ИВАНО́В'],
])('the value of %s is %s', (text, value) => {
  expect(field.normalize(text, definition)).toBe(value);
});
