import { expect, test } from 'vitest';
import { validateConfirmationId } from './confirmation-id.ts';

test.each([
  ['bkash_p2p', '12345678', true],
  ['bkash_p2p', '1234567890', true],
  ['nagad_p2p', '123456789', true],
  ['bkash_p2p', '1234567', false],
  ['bkash_p2p', '12345678901', false],
  ['nagad_p2p', '1234567A', false],
  ['nagad_p2p', ' 12345678', false],
  ['nagad_p2p', '১২৩৪৫৬৭৮', false],
  ['nagad_p2p', '', false],
  // Other methods have no rule here.
  ['upi_p2p', 'UTR-7', true],
  ['constructor', '', true],
])('the method %s accepts the confirmation id "%s": %s', (method, text, isRight) => {
  const broken = validateConfirmationId(method, text);
  expect(broken === null).toBe(isRight);
  if (broken !== null) {
    expect(broken.regex_error_key).toBe('paymentMethods.regex_error.confirmationId');
  }
});
