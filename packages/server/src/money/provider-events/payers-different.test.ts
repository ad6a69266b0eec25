import { expect, test } from 'vitest';
import { areAccountsDifferent, arePayersDifferent } from './payers-different.ts';

const payer = (payerName: string | null, payerAccount: string | null = null) => ({
  payerName,
  payerAccount,
});

test.each([
  ['an unknown payer', payer(null), payer('Ada Lovelace'), false],
  ['a name in another order', payer('Ada Lovelace'), payer('LOVELACE ADA'), false],
  ['a name that is cut', payer('Ada Lovelace'), payer('Ada Lovel'), false],
  ['another name', payer('Ada Lovelace'), payer('Charles Babbage'), true],
  ['another script', payer('Ada Lovelace'), payer('Ада Лавлейс'), false],
  [
    'one account',
    payer('Ada', 'DE89 3704 0044 0532 0130 00'),
    payer('Bob', 'de89370400440532013000'),
    false,
  ],
  [
    'two accounts',
    payer('Ada', 'DE89370400440532013000'),
    payer('Ada', 'DE89370400440532013001'),
    true,
  ],
  ['a masked account', payer('Ada', '•••• 3001'), payer('Ada', 'DE89370400440532013000'), false],
  [
    'a number of another kind',
    payer('Ada', '0532013000'),
    payer('Ada', 'DE89370400440532013000'),
    false,
  ],
  [
    'no number, in letters that look like one,',
    payer('Ada', '\ufb012112345600000785'),
    payer('Bob', 'FI2112345600000785'),
    true,
  ],
  ['a deleted payer', null, payer('Ada'), false],
])('%s is the other payer or not', (_, one, other, isDifferent) => {
  expect(arePayersDifferent(one, other)).toBe(isDifferent);
  expect(arePayersDifferent(other, one)).toBe(isDifferent);
});

test.each([
  ['**** 3000', 'DE89370400440532013000', false],
  ['**** 3001', 'DE89370400440532013000', true],
  ['8600 1234 5678 9012', '8600123456789012', false],
  ['8600 1234 5678 9012', '8600123456789013', true],
  [null, '8600123456789013', false],
])('the accounts %s and %s', (one, other, areDifferent) => {
  expect(areAccountsDifferent(one, other)).toBe(areDifferent);
});
