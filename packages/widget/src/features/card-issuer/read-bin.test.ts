import { expect, test } from 'vitest';
import { readBin } from './read-bin.ts';

test.each([
  ['', null],
  ['41111', null],
  ['411111', '411111'],
  ['4111112', '411111'],
  ['41111122', '41111122'],
  ['4111 1122 2233 4444', '41111122'],
  ['4111-1122', '41111122'],
  ['٤١١١١١', '411111'],
  ['card', null],
])('of "%s" %s is sent', (text, bin) => {
  expect(readBin(text)).toBe(bin);
});
