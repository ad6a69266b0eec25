import { expect, test } from 'vitest';
import { limitPhone, readPhone, writePhone } from './read-phone.ts';

const bangladesh = { prefix: '+880', example: '1812-345678' };
const india = { prefix: '+91', example: '81234 56789' };
const russia = { prefix: '+7', example: '912 345-67-89' };
const italy = { prefix: '+39', example: '312 345 6789' };
const ivoryCoast = { prefix: '+225', example: '01 23 45 67 89' };
const germany = { prefix: '+49', example: '1512 3456789' };
const noExample = { prefix: '+880' };

test.each([
  ['1812-345678', bangladesh, '+8801812345678'],
  ['1812 345 678', bangladesh, '+8801812345678'],
  ['(1812) 345.678', bangladesh, '+8801812345678'],
  ['১৮১২৩৪৫৬৭৮', bangladesh, '+8801812345678'],
  ['+880 1812 345678', bangladesh, '+8801812345678'],
  ['\u202a+880\u00a01812\u2011345678\u202c', bangladesh, '+8801812345678'],
  ['008801812345678', bangladesh, '+8801812345678'],
  ['8801812345678', bangladesh, '+8801812345678'],
  ['+880 (0)1812 345678', bangladesh, '+8801812345678'],
  ['01812345678', bangladesh, '+8801812345678'],
  ['88001812345678', bangladesh, '+8801812345678'],
  ['18', bangladesh, '+88018'],
  ['', bangladesh, ''],
  [' - ', bangladesh, ''],
  ['+91 98765 43210', bangladesh, '+919876543210'],
  ['0091 98765 43210', bangladesh, '+919876543210'],
  // Ten digits are a whole Indian number, whatever they begin with.
  ['9187654321', india, '+919187654321'],
  ['919876543210', india, '+919876543210'],
  ['8 (912) 345-67-89', russia, '+79123456789'],
  ['7 912 345-67-89', russia, '+79123456789'],
  ['8123456789', russia, '+78123456789'],
  // A number that begins with 7 and is one digit too long: the 7 isn't taken for the prefix, as the
  // rest would be another number.
  ['70123456789', russia, '+770123456789'],
  ['06537075882', italy, '+3906537075882'],
  ['0123456789', ivoryCoast, '+2250123456789'],
  ['0151 234567', germany, '+490151234567'],
  ['0151 23456789', germany, '+4915123456789'],
  ['01812345678', noExample, '+88001812345678'],
  ['8801812345678', noExample, '+8808801812345678'],
  ['+8801812345678', noExample, '+8801812345678'],
])('%s after %o is %s', (text, definition, value) => {
  expect(readPhone(text, definition)).toBe(value);
});

test.each([
  ['1812-345678', '1812-345678'],
  ['1812 ', '1812 '],
  ['1a8b', '18'],
  ['+', ''],
  ['18+12', '1812'],
  ['+1812', '1812'],
  ['01812345678', '1812345678'],
  ['00880', ''],
  ['8801812345678', '1812345678'],
])('typed %s becomes %s', (typed, kept) => {
  expect(limitPhone(typed, bangladesh, { isTyped: true, previous: '' })).toBe(kept);
});

test.each([
  ['+880 1812-345678', '1812-345678'],
  ['00880 1812 345678', '1812 345678'],
  ['+91 98765 43210', '+91 98765 43210'],
  ['tel:+8801812345678', '1812345678'],
])('pasted %s becomes %s', (pasted, kept) => {
  expect(limitPhone(pasted, bangladesh, { isTyped: false, previous: '' })).toBe(kept);
});

test('a number of another country keeps its plus while it is edited', () => {
  const previous = '+91 98765 43210';
  expect(limitPhone('+91 98765 4321', bangladesh, { isTyped: true, previous })).toBe(
    '+91 98765 4321',
  );
});

test.each([
  ['+8801812345678', bangladesh, '1812-345678'],
  ['+88018123456', bangladesh, '18123456'],
  ['1812345678', bangladesh, '1812-345678'],
  ['+8801812345678', noExample, '1812345678'],
  ['+919876543210', bangladesh, ''],
  ['', bangladesh, ''],
])('the value %s with %o shows as %s', (value, definition, text) => {
  expect(writePhone(value, definition)).toBe(text);
});

test('the text that shows a value is read as that value', () => {
  for (const definition of [bangladesh, india, russia, italy, ivoryCoast, germany]) {
    const value = `${definition.prefix}${definition.example.replace(/\D/g, '')}`;
    expect(readPhone(writePhone(value, definition), definition)).toBe(value);
  }
});
