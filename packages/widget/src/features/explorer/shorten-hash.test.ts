import { expect, test } from 'vitest';
import { shortenHash } from './shorten-hash.ts';

test.each([
  ['0x4f3d1c0be9ac21', '0x4f3…9ac21'],
  ['12345678901', '12345…78901'],
  ['1234567890', '1234567890'],
  ['', ''],
])('%s is shown as %s', (hash, shown) => {
  expect(shortenHash(hash)).toBe(shown);
});
