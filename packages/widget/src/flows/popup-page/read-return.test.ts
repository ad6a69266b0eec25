import { expect, test } from 'vitest';
import { readReturn } from './read-return.ts';

test('without the mark there is no return', () => {
  expect(readReturn('?locale=ar&status=declined')).toBeNull();
});

test.each([
  ['?returned=1', false],
  ['?returned=1&status=approved', false],
  ['?returned=1&status=pending', false],
  ['?returned=1&status=declined', true],
  ['?returned=1&status=CANCELLED', true],
  ['?returned=1&status=mistaked', true],
])('%s: the provider reports it as unpaid: %s', (search, isUnpaid) => {
  expect(readReturn(search)).toEqual({ isUnpaid, reference: null });
});

test('a reference is read only where it has the right form', () => {
  expect(readReturn('?returned=1&reference=KS-7Q2M-41XK')?.reference).toBe('KS-7Q2M-41XK');
  expect(readReturn('?returned=1&reference=Call+%2B1+555+0100')?.reference).toBeNull();
});
