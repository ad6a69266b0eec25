import { expect, test } from 'vitest';
import { validateConfirmationId } from './confirmation-id.ts';

test.each([
  ['12345678', true],
  ['1234567890', true],
  ['123456789', true],
  ['1234567', false],
  ['12345678901', false],
  ['1234567A', false],
  [' 12345678', false],
  ['১২৩৪৫৬৭৮', false],
  ['', false],
])('a method that needs a confirmation id accepts "%s": %s', (text, isRight) => {
  const broken = validateConfirmationId({ needsConfirmationId: true }, text);
  expect(broken === null).toBe(isRight);
  if (broken !== null) {
    expect(broken.regex_error_key).toBe('paymentMethods.regex_error.confirmationId');
  }
});

test.each(['UTR-7', ''])('other methods have no rule for "%s" here', (text) => {
  expect(validateConfirmationId({}, text)).toBeNull();
});
