import { expect, test } from 'vitest';
import { isPixKey } from './pix-key.ts';

test.each([
  ['52998224725', true],
  ['52998224724', false],
  ['12345678000195', true],
  ['12345678000196', false],
  ['12ABC34501DE35', true],
  ['11111111111', false],
  ['+5511961234567', true],
  ['caixa@cassino.example', true],
  ['123e4567-e12b-12d1-a456-426655440000', true],
  ['nobody', false],
])('%s can be a Pix key: %s', (text, isKey) => {
  expect(isPixKey(text)).toBe(isKey);
});
