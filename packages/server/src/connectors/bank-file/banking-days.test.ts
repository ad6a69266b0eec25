import { expect, test } from 'vitest';
import { addDays, nextBankingDay } from './banking-days.ts';

/** TARGET's closing days at Easter, as the European Central Bank has published them. */
test.each([
  ['2002-03-29', '2002-04-01'],
  ['2008-03-21', '2008-03-24'],
  ['2011-04-22', '2011-04-25'],
  ['2016-03-25', '2016-03-28'],
  ['2019-04-19', '2019-04-22'],
  ['2024-03-29', '2024-04-01'],
  ['2025-04-18', '2025-04-21'],
  ['2026-04-03', '2026-04-06'],
  ['2027-03-26', '2027-03-29'],
  ['2028-04-14', '2028-04-17'],
  ['2038-04-23', '2038-04-26'],
])('euros move from Good Friday, %s, past Easter Monday, %s', (friday, monday) => {
  const next = (day: string) => nextBankingDay(day, { country: 'de', currency: 'EUR' });
  expect(next(friday)).toBe(addDays(monday, 1));
  expect(next(monday)).toBe(addDays(monday, 1));
  expect(next(addDays(friday, -1))).toBe(addDays(friday, -1));
});

test.each([
  ['EUR', 'de', '2026-12-24', '2026-12-24'],
  ['EUR', 'de', '2026-12-25', '2026-12-28'],
  ['EUR', 'de', '2025-12-25', '2025-12-29'],
  ['EUR', 'de', '2024-12-25', '2024-12-27'],
  ['EUR', 'de', '2026-12-31', '2026-12-31'],
  ['EUR', 'de', '2027-01-01', '2027-01-04'],
  ['EUR', 'de', '2026-05-01', '2026-05-04'],
  // Holidays of a country aren't TARGET's.
  ['EUR', 'de', '2026-10-03', '2026-10-05'],
  ['EUR', 'de', '2025-10-03', '2025-10-03'],
  // A holiday of TARGET isn't one of other currencies.
  ['USD', 'de', '2026-05-01', '2026-05-01'],
  ['USD', 'de', '2026-05-02', '2026-05-04'],
  ['EGP', 'eg', '2026-11-27', '2026-11-29'],
  ['EGP', 'eg', '2026-11-28', '2026-11-29'],
  ['BDT', 'bd', '2026-11-27', '2026-11-29'],
  ['AED', 'ae', '2026-11-27', '2026-11-27'],
  ['AED', 'ae', '2026-11-28', '2026-11-30'],
  ['IRR', 'ir', '2026-11-27', '2026-11-28'],
  ['AFN', 'af', '2026-11-26', '2026-11-28'],
  ['INR', 'in', '2026-11-28', '2026-11-28'],
  ['INR', 'in', '2026-11-29', '2026-11-30'],
  // Euros follow TARGET wherever the account is.
  ['EUR', 'eg', '2026-11-27', '2026-11-27'],
  ['EUR', 'eg', '2026-11-29', '2026-11-30'],
])('%s of an account in %s on %s is paid on %s', (currency, country, day, expected) => {
  expect(nextBankingDay(day, { country, currency })).toBe(expected);
});

test('days are added across months, leap days and changes of the clocks', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2026-11-24', 0)).toBe('2026-11-24');
});
