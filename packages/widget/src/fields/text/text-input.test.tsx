import type { FieldOf } from '@kassa/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showField, theBox } from '../../testing/show-field.tsx';
import { field } from './field.ts';

const ask = (definition: Partial<FieldOf<'text'>> = {}): FieldOf<'text'> => ({
  type: 'text',
  name: 'field',
  placeholder: { en: 'Field' },
  ...definition,
});

/** Waits for the mask's code; before that the input is read-only. */
async function maskedBox(): Promise<HTMLInputElement> {
  await waitFor(() => expect(theBox().readOnly).toBe(false));
  return theBox();
}

test.each([
  ['number', 'numeric', 'off'],
  ['email', 'email', 'email'],
  ['name', '', 'name'],
  ['card', 'numeric', 'cc-number'],
  ['account', '', 'off'],
] as const)('a %s has its keyboard and its autofill', (category, inputMode, autoComplete) => {
  showField(field, ask({ category }));
  expect(theBox().inputMode).toBe(inputMode);
  expect(theBox().autocomplete).toBe(autoComplete);
});

test('native digits of a number become Latin ones, and the caret stays', async () => {
  const { user, values } = showField(field, ask({ category: 'number' }), { value: '1256' });
  await user.type(theBox(), '٣४', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(theBox().value).toBe('123456');
  expect(theBox().selectionStart).toBe(4);
  expect(values.at(-1)).toBe('123456');
});

test('shows an error once it is left', async () => {
  const { user, leave } = showField(
    field,
    ask({ validations: [{ regex: '^\\p{L}+ \\p{L}+$', message: { en: 'As on the account' } }] }),
  );
  await user.type(theBox(), 'R');
  expect(theBox().getAttribute('aria-invalid')).toBeNull();
  await leave();
  expect(theBox().getAttribute('aria-invalid')).toBe('true');
  expect(theBox().getAttribute('aria-describedby')).toBe(screen.getByText('As on the account').id);
});

test('an input method may compose a word freely', () => {
  const { values } = showField(field, ask({ category: 'number' }));
  const box = theBox();
  const typed = new InputEvent('input', { bubbles: true });
  Object.defineProperty(typed, 'isComposing', { value: true });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, '१२');
  fireEvent(box, typed);
  expect(box.value).toBe('१२');
  expect(values.at(-1)).toBe('12');
  fireEvent.compositionEnd(box);
  expect(box.value).toBe('12');
});

test('under a pattern rules see only the typed characters', async () => {
  const { user, values } = showField(field, ask({ mask: '00-00-00' }));
  await user.type(await maskedBox(), '१२34x5');
  expect(theBox().value).toBe('12-34-5');
  expect(values.at(-1)).toBe('12345');
});

test('an initial value shows under its mask', async () => {
  showField(field, ask({ mask: '00-00-00' }), { value: '123456' });
  expect((await maskedBox()).value).toBe('12-34-56');
});

test('a number has a comma and two decimals, its value a point', async () => {
  const { user, values, leave } = showField(field, ask({ mask: 'Number' }));
  await user.type(await maskedBox(), '1234.567');
  expect(theBox().value).toBe('1234,56');
  expect(values.at(-1)).toBe('1234.56');
  await leave();
  expect(theBox().value).toBe('1234,56');
});

test('a number of any length isn’t changed', async () => {
  const { user, values, leave } = showField(field, ask({ mask: 'Number' }));
  await user.type(await maskedBox(), '12345678901234567890');
  await leave();
  expect(theBox().value).toBe('12345678901234567890');
  expect(values.at(-1)).toBe('12345678901234567890');
});

test('a number may be pasted with its thousands grouped', async () => {
  const { user, values } = showField(field, ask({ mask: 'Number' }));
  await user.click(await maskedBox());
  await user.paste('1.234.567,89');
  expect(values.at(-1)).toBe('1234567.89');
});

test('a date is padded, and must be whole', async () => {
  const { user, values, leave } = showField(field, ask({ mask: 'Date' }));
  await user.type(await maskedBox(), '512');
  await leave();
  expect(screen.getByText('Enter a full date: day, month and year')).toBeTruthy();
  await user.type(theBox(), '1990');
  expect(theBox().value).toBe('05.12.1990');
  expect(values.at(-1)).toBe('05.12.1990');
});

test('changes of a masked text can be undone', async () => {
  const { user, values } = showField(field, ask({ mask: '00-00' }));
  const box = await maskedBox();
  await user.type(box, '123');
  fireEvent.keyDown(box, { keyCode: 90, ctrlKey: true });
  expect(box.value).toBe('12');
  expect(values.at(-1)).toBe('12');
});
