import { expect, test } from 'vitest';
import { isSubmitDisabled } from './is-submit-disabled.ts';

// §4: "Submit disabled when button disabled or loading, when fields invalid after a touch, or when
// form and fields are invalid". Each row: touched, fields valid, form valid, and what follows.
test.each([
  [false, false, false, true],
  [false, false, true, false],
  [false, true, false, false],
  [false, true, true, false],
  [true, false, false, true],
  [true, false, true, true],
  [true, true, false, false],
  [true, true, true, false],
])(
  'touched %s, fields valid %s, form valid %s: disabled %s',
  (isTouched, areFieldsValid, isFormValid, isDisabled) => {
    const form = { isTouched, areFieldsValid, isFormValid };
    const isDisabledFor = (isButtonDisabled: boolean, isLoading: boolean) =>
      isSubmitDisabled({ ...form, isButtonDisabled, isLoading });
    expect(isDisabledFor(false, false)).toBe(isDisabled);
    expect([
      isDisabledFor(true, false),
      isDisabledFor(false, true),
      isDisabledFor(true, true),
    ]).toEqual([true, true, true]);
  },
);
