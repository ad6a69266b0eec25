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
  ["a device's ticket", `Bearer kdt_kassa_${'x-_'.repeat(14)}y`, 'Bearer [ticket]'],
  [
    'a card number',
    '{"msg":"paid with 4242424242424242 today"}',
    '{"msg":"paid with [card …4242] today"}',
  ],
  ['a card number in groups', '"4242 4242-4242 4242"', '"[card …4242]"'],
  ['a card number of 15 digits', 'card 3782 822463 10005.', 'card [card …0005].'],
  ['a card number of 19 digits', 'card 6200000000000000000.', 'card [card …0000].'],
  ['a card number at the end of a path', '/cards/4242424242424242', '/cards/[card …4242]'],
  [
    'an account number',
    '{"detail":"no account DE89370400440532013000"}',
    '{"detail":"no account [iban …3000]"}',
  ],
  ['an account number in groups', 'GB82 WEST 1234 5698 7654 32,', '[iban …4 32],'],
  ['an account number in small letters', 'nl91abna0417164300', '[iban …4300]'],
])('masks %s', (_, line, masked) => {
  expect(maskSecrets(line)).toBe(masked);
});

test.each([
  ['the time of the line', '{"level":30,"time":1795229511615,"msg":"x"}'],
  ['an id', '{"id":"01a1fc04-6fbf-7381-9688-d9b133b7b386"}'],
  ['an account number that is none', '"DE89370400440532013001"'],
  ['a digest', '"de89370400440532013000de89370400440532013000"'],
  ['a day and an hour', '2026-11-30 12:00:00'],
  ['digits that are no card', '{"reference":"4242424242424243"}'],
  ['an amount', '{"amount":"123456789012345.50"}'],
])('does not mask %s', (_, line) => {
  expect(maskSecrets(line)).toBe(line);
});
