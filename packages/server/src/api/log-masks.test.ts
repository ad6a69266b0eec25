import { expect, test } from 'vitest';
import { maskSecrets } from './log-masks.ts';

test.each([
  ['a token', '{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_d"}', '{"token":"[token]"}'],
  ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', '[token]'],
  [
    "an operator's key",
    `Bearer kop_${'0a'.repeat(16)}_${'x-_'.repeat(14)}y`,
    `Bearer kop_${'0a'.repeat(16)}_[secret]`,
  ],
  [
    'a card number',
    '{"msg":"paid with 4242424242424242 today"}',
    '{"msg":"paid with [card …4242] today"}',
  ],
])('masks %s', (_, line, masked) => {
  expect(maskSecrets(line)).toBe(masked);
});

test.each([
  ['the time of the line', '{"level":30,"time":1795229511615,"msg":"x"}'],
  ['an id', '{"id":"01a1fc04-6fbf-7381-9688-d9b133b7b386"}'],
  ['digits that are no card', '{"reference":"4242424242424243"}'],
  ['an amount', '{"amount":"123456789012345.50"}'],
])('leaves %s', (_, line) => {
  expect(maskSecrets(line)).toBe(line);
});
