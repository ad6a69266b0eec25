import { expect, test } from 'vitest';
import { resolveSubmitState } from './submit-state.ts';

// §4: "Submit disabled when button disabled or loading, when fields invalid after a touch, or when
// form and fields are invalid". Each row: touched, fields valid, form valid, and what follows.
test.each([
  [false, false, false, 'incomplete'],
  [false, false, true, 'ready'],
  [false, true, false, 'ready'],
  [false, true, true, 'ready'],
  [true, false, false, 'incomplete'],
  [true, false, true, 'incomplete'],
  [true, true, false, 'ready'],
  [true, true, true, 'ready'],
])(
  'touched %s, fields valid %s, form valid %s: %s',
  (isTouched, areFieldsValid, isFormValid, state) => {
    const amount = { isAmountEmpty: false, isAmountRefused: false };
    const form = { isTouched, areFieldsValid, isFormValid, ...amount };
    const resolve = (isButtonDisabled: boolean, isLoading: boolean) =>
      resolveSubmitState({ ...form, isButtonDisabled, isLoading });
    expect(resolve(false, false)).toBe(state);
    expect([resolve(true, false), resolve(false, true), resolve(true, true)]).toEqual([
      'disabled',
      'disabled',
      'disabled',
    ]);
  },
);

const touched = {
  isButtonDisabled: false,
  isLoading: false,
  isTouched: true,
  areFieldsValid: true,
  isFormValid: true,
  isAmountEmpty: false,
  isAmountRefused: false,
};

test('an amount that can’t be paid makes the button look disabled at once', () => {
  expect(resolveSubmitState({ ...touched, isAmountRefused: true })).toBe('incomplete');
});

test('a button that asks for the amount keeps its colour, whatever else is missing', () => {
  const form = { ...touched, areFieldsValid: false, isFormValid: false, isAmountEmpty: true };
  expect(resolveSubmitState(form)).toBe('ready');
  expect(resolveSubmitState({ ...form, isLoading: true })).toBe('disabled');
});
