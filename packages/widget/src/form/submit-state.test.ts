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
    const form = { isTouched, areFieldsValid, isFormValid, isAmountRefused: false };
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

test('an amount that can’t be paid makes the button look disabled at once', () => {
  const form = { isTouched: true, areFieldsValid: true, isFormValid: true, isAmountRefused: true };
  expect(resolveSubmitState({ ...form, isButtonDisabled: false, isLoading: false })).toBe(
    'incomplete',
  );
});
