import { expect, test } from 'vitest';
import { digestOfAccount, digestsOfAccount, isSameAccount } from './account-digest.ts';
import { buildVault } from './vault.ts';

const vault = buildVault([{ id: '1', secret: Buffer.alloc(32, 1) }]);
/** As an account was stored by earlier releases. */
const stored = (number: string) =>
  vault.blindIndex({ brandId: '', kind: 'requisite number' }, number);

test.each([
  ['FI2112345600000785', 'fi21 1234-5600 0007\u00a085'],
  ['12345678', '\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668'],
  ['12345678', '\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18'],
  ['a-b@bank', 'A-B@bank'],
])('the account %s is also written %s', (number, spelling) => {
  expect(isSameAccount(number, spelling, true)).toBe(true);
  expect(digestOfAccount(vault, spelling)).toBe(digestOfAccount(vault, number));
});

test.each([
  ['FI2112345600000785', '\ufb012112345600000785'],
  ['FI2112345600000785', 'f\u01312112345600000785'],
  ['FI2112345600000785', '\uff26\uff292112345600000785'],
  ['GB77SSCS00000000000000', 'GB77\u00dfCS00000000000000'],
  ['KW12345678', '\u212aW12345678'],
  ['12345672', '1234567\u00b2'],
  ['a-b@bank', 'ab@bank'],
  ['\u00df1234567', '\u017f1234567'],
])('the account %s is not %s', (number, other) => {
  expect(isSameAccount(number, other, true)).toBe(false);
  expect(digestOfAccount(vault, other)).not.toBe(digestOfAccount(vault, number));
});

test('a number without a character equals none', () => {
  expect(isSameAccount(' ', '-', true)).toBe(false);
});

test.each(['FI2112345600000785', '+998901234567', 'de89-3704 0044', '\ufb012112345600000785'])(
  'an account that was stored as %s is found',
  (number) => {
    expect(digestsOfAccount(vault, number)).toContain(stored(number));
  },
);
