import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskFields, maskNumber, maskValue } from './mask-value.ts';

test.each([
  ['DE89370400440532013000', '••••3000'],
  [' 4242 4242 4242 4242 ', '••••4242'],
  ['123456789', '••••789'],
  ['12345', '••••5'],
  ['ab', '••••'],
  ['', '••••'],
  ['😀😀😀', '••••😀'],
])('%j becomes %s', (value, masked) => {
  expect(maskValue(value)).toBe(masked);
});

test('shows four characters at most, and never more than a third', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const shown = maskValue(value).length - 4;
      expect(shown).toBeLessThanOrEqual(Math.min(4, value.length / 3));
    }),
  );
});

test.each([
  ['DE89370400440532013000', '•••• 3000'],
  ['0123456789', '•••• 6789'],
  ['1234567', '•••• 567'],
  ['7', '••••'],
  ['', '••••'],
])('the owner of %j knows it as %s', (value, masked) => {
  expect(maskNumber(value)).toBe(masked);
});

test('masks every field and keeps its name', () => {
  expect(maskFields({ iban: 'DE89370400440532013000', holder: 'Bo' })).toEqual({
    iban: '••••3000',
    holder: '••••',
  });
});
