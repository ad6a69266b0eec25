import { diallingByCountry, type FieldOf } from '@kassa/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showField, theBox } from '../../testing/show-field.tsx';
import { field } from './field.ts';

const definition: FieldOf<'phone_with_prefix'> = {
  type: 'phone_with_prefix',
  name: 'phone',
  placeholder: { en: 'Field' },
  prefix: '+880',
  example: '1812-345678',
  dialling: diallingByCountry.bd,
};

test('the prefix stands before the input and can’t be edited', async () => {
  const { user, values } = showField(field, definition);
  await user.type(theBox(), '{Backspace}{Home}+18a12-345 678');
  expect(theBox().value).toBe('1812-345 678');
  expect(values.at(-1)).toBe('+8801812345678');
  expect(theBox().placeholder).toBe('1812-345678');
  expect(theBox().autocomplete).toBe('tel-national');
});

test('prefix and number read from left to right in Arabic too, each for itself', () => {
  showField(field, definition, { locale: 'ar' });
  const prefix = screen.getByText('+880');
  expect(prefix.dir).toBe('ltr');
  expect(theBox().dir).toBe('ltr');
  // Their order is the same: the prefix stands left of the number.
  expect(prefix.parentElement).toBe(theBox().parentElement);
  expect(prefix.parentElement?.dir).toBe('ltr');
});

test('a screen reader reads the prefix, which is no part of the name', () => {
  showField(field, definition);
  expect(screen.getByRole('textbox', { name: 'Field', description: '+880' })).toBe(theBox());
});

test('a screen reader reads the error besides the prefix', async () => {
  const { user, leave } = showField(field, definition);
  await user.click(theBox());
  await leave();
  const wrong = { name: 'Field', description: /^\+880 ./ };
  expect(screen.getByRole('textbox', wrong)).toBe(theBox());
});

test.each(['+880 1812 345678', '00880-1812-345678', '8801812345678', '01812345678'])(
  'the pasted %s is recognized',
  async (pasted) => {
    const { user, values } = showField(field, definition);
    await user.click(theBox());
    await user.paste(pasted);
    expect(theBox().value.replace(/\D/g, '')).toBe('1812345678');
    expect(values.at(-1)).toBe('+8801812345678');
  },
);

test('a number of another country isn’t joined with the prefix', async () => {
  const { user, values, leave } = showField(field, definition);
  await user.click(theBox());
  await user.paste('+91 98765 43210');
  await leave();
  expect(theBox().value).toBe('+91 98765 43210');
  expect(values.at(-1)).toBe('+919876543210');
  expect(screen.getByText(/from another country/).textContent).toContain('+880');
});

test('a digit typed in the middle keeps the caret after it', async () => {
  const { user } = showField(field, definition, { value: '+8801812345678' });
  expect(theBox().value).toBe('1812-345678');
  await user.type(theBox(), '{Delete}+९', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(theBox().value).toBe('1892-345678');
  expect(theBox().selectionStart).toBe(3);
});

test.each([
  ['+১৮a১২', '1812'],
  ['+880 1812-345678', '1812-345678'],
])(
  'an input method may compose %s freely; afterwards only the number stays: %s',
  (composed, kept) => {
    const { values } = showField(field, definition);
    const box = theBox();
    fireEvent.compositionStart(box);
    const typed = new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText' });
    Object.defineProperty(typed, 'isComposing', { value: true });
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, composed);
    fireEvent(box, typed);
    expect(box.value).toBe(composed);
    fireEvent.compositionEnd(box);
    expect(box.value).toBe(kept);
    expect(values.at(-1)).toBe(`+880${kept.replace('-', '')}`);
  },
);

test('rules apply to the number without its prefix', () => {
  const ruled = { ...definition, validations: [{ regex: '^1\\d{9}$' }] };
  const validate = (value: string) => field.validate(value, ruled, { method: {} } as never);
  expect(validate('+8801812345678')).toBeNull();
  expect(validate('+8802812345678')).not.toBeNull();
  expect(validate('')).toEqual({
    words: { dataKey: 'field.required.phone', otherwise: 'field.required.phone' },
  });
});
