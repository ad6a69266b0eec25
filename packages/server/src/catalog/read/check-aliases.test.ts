import { expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { checkAliases } from './check-aliases.ts';

const check = (aliases: string[]) => {
  const entry = buildMethod('tbank', { text: { en: 'T-Bank', ru: 'Т-Банк' }, aliases });
  return checkAliases({ entry, file: 'f', path: 'm' }).map(
    ({ path, message }) => `${path}: ${message}`,
  );
};

test('accepts brands, former names, tickers and other scripts', () => {
  expect(check(['Tinkoff', 'Тинькофф', 'TCS', 'टिंकॉफ़', 'مدى', '*737#'])).toEqual([]);
});

test.each<[string[], string]>([
  [['T-Bank'], 'm.aliases.0: "T-Bank" is a name or an alias already'],
  [['т-банк'], 'm.aliases.0: "т-банк" is a name or an alias already'],
  [['TCS', 'ｔｃｓ'], 'm.aliases.1: "ｔｃｓ" is a name or an alias already'],
  [['TCS '], 'm.aliases.0: must be written as "TCS"'],
  [['T  C'], 'm.aliases.0: must be written as "T C"'],
  [['Caf\u0065\u0301'], 'm.aliases.0: must be written as "Café"'],
  [['**'], 'm.aliases.0: must have a letter or a digit'],
])('rejects %j', (aliases, problem) => {
  expect(check(aliases)).toEqual([problem]);
});
