import { describe, expect, test } from 'vitest';
import type { RequisiteKind } from '../../ground/database/tables/requisites.ts';
import { ibanCheckDigits, resolvePayee } from './resolve-payee.ts';

const resolve = (kind: RequisiteKind, number: string) =>
  resolvePayee({ kind, country: 'de', number });

const payees: [RequisiteKind, string, object][] = [
  ['card', '4242 4242 4242 4242', { number: '4242424242424242' }],
  ['card', '676770000005', { number: '676770000005' }],
  ['bankAccount', 'gb82 WEST 1234 5698 7654 32', { iban: 'GB82WEST12345698765432' }],
  ['bankAccount', 'DE89-3704-0044-0532-0130-00', { iban: 'DE89370400440532013000' }],
  ['bankAccount', 'NO9386011117947', { iban: 'NO9386011117947' }],
  ['bankAccount', '032180000118359719', { account_number: '032180000118359719' }],
  ['wallet', '+998 90 123-45-67', { phone: '+998901234567' }],
  ['wallet', '410011234567890', { account_number: '410011234567890' }],
  ['vpa', 'kassa.demo@okbank', { vpa: 'kassa.demo@okbank' }],
];

test.each(payees)('a %s with the number %s is a payee', (kind, number, part) => {
  expect(resolve(kind, number)).toEqual({ payee: { ...part, country_code: 'de' } });
});

const rest = Array.from({ length: 200 }, (_, at) => String(at).padStart(18, '0')).find(
  (part) => ibanCheckDigits('DE', part) === '97',
);
const ibanWithout97 = `DE00${rest}`;

const wrong: [RequisiteKind, string][] = [
  ['card', '4242 4242 4242 4241'],
  ['card', '42424242424'],
  ['card', '4242 4242 4242 4242 4242'],
  ['card', '4242x4242424242'],
  ['bankAccount', 'GB82 WEST 1234 5698 7654 23'],
  ['bankAccount', 'DE88370400440532013000'],
  ['bankAccount', '12345'],
  ['bankAccount', '\ufb012112345600000785'],
  ['bankAccount', 'F\u01312112345600000785'],
  ['bankAccount', '1234567\u00df'],
  // 97 and 00 leave the same rest; an IBAN has only the first of them.
  ['bankAccount', ibanWithout97],
  ['bankAccount', '1234 5678 $'],
  ['wallet', '+0 123 456 789'],
  ['wallet', '+12345'],
  ['wallet', '1234'],
  ['wallet', '+998 90 123 45 67 or 68'],
  ['vpa', 'nobody'],
  ['vpa', 'a@b'],
  ['vpa', 'two@at@bank'],
];

test.each(wrong)('a %s with the number %s is refused without its digits', (kind, number) => {
  const resolved = resolve(kind, number);
  expect(resolved).toMatchObject({ problem: { field: 'number' } });
  expect(JSON.stringify(resolved)).not.toContain(number);
});

test('the holder and the bank stand beside the number', () => {
  const details = { holder: 'Ann Example', bank: 'Example Bank', bankCode: 'EXAMDEFF' };
  expect(
    resolvePayee({ kind: 'bankAccount', country: 'de', number: '12345678', ...details }),
  ).toEqual({
    payee: {
      account_number: '12345678',
      country_code: 'de',
      fullName: 'Ann Example',
      bank_name: 'Example Bank',
      bank_code: 'EXAMDEFF',
    },
  });
});

describe('the check digits of an IBAN', () => {
  test.each([
    ['GB', 'WEST12345698765432', '82'],
    ['DE', '370400440532013000', '89'],
    ['BE', '539007547034', '68'],
    ['SA', '80000000608010167519', '03'],
  ])('of %s are computed', (country, rest, digits) => {
    expect(ibanCheckDigits(country, rest)).toBe(digits);
  });
});
