import { diallingByCountry, readPhone } from '@kassa/contract';
import { expect, test } from 'vitest';
import { limitPhone, writePhone } from './limit-phone.ts';

const diallingOf = (code: string) => diallingByCountry[code];

const bangladesh = { prefix: '+880', example: '1812-345678', dialling: diallingOf('bd') };
const india = { prefix: '+91', example: '81234 56789', dialling: diallingOf('in') };
const russia = { prefix: '+7', example: '912 345-67-89', dialling: diallingOf('ru') };
const italy = { prefix: '+39', example: '312 345 6789', dialling: diallingOf('it') };
const ivoryCoast = { prefix: '+225', example: '01 23 45 67 89', dialling: diallingOf('ci') };
const belarus = { prefix: '+375', example: '29 491-19-11', dialling: diallingOf('by') };
const mexico = { prefix: '+52', example: '222 123 4567', dialling: diallingOf('mx') };
const argentina = { prefix: '+54', example: '9 11 2345 6789', dialling: diallingOf('ar') };
const germany = { prefix: '+49', example: '1512 3456789', dialling: diallingOf('de') };
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
  ['0151 234567', germany, '+49151234567'],
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
  ['Phone no. 01812-345678', '1812-345678'],
  ['+880 1812-345678 ext. 9', '+880 1812-345678 ext. 9'],
])('pasted %s becomes %s', (pasted, kept) => {
  expect(limitPhone(pasted, bangladesh, { isTyped: false, previous: '' })).toBe(kept);
});

test('a number with words behind it is edited as it is, and is none', () => {
  const previous = '151 234567 ext. 89';
  expect(limitPhone('151 234567 ext. 8', germany, { isTyped: true, previous })).toBe(
    '151 234567 ext. 8',
  );
  expect(readPhone(previous, germany)).toBe(previous);
  expect(limitPhone('151 234567', germany, { isTyped: true, previous })).toBe('151 234567');
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

test.each([
  ['8 029 123 45 67', belarus, '29 123 45 67', '+375291234567'],
  ['810 375 29 123 45 67', belarus, '29 123 45 67', '+375291234567'],
  ['+52 1 55 1234 5678', mexico, '55 1234 5678', '+525512345678'],
  ['044 55 1234 5678', mexico, '55 1234 5678', '+525512345678'],
  // Only the whole number is rewritten; the text stays as it was typed.
  ['011 15 2345 6789', argentina, '011 15 2345 6789', '+5491123456789'],
])('%s, typed or pasted, is %s', (text, definition, shown, value) => {
  expect(limitPhone(text, definition, { isTyped: false, previous: '' })).toBe(shown);
  let typed = '';
  for (const key of text.replace('+', '')) {
    typed = limitPhone(`${typed}${key}`, definition, { isTyped: true, previous: typed });
  }
  expect(readPhone(typed, definition)).toBe(value);
});
