import { expect, test } from 'vitest';
import { findChoices, foldChoices } from './find-choices.ts';

function find(search: string, names: readonly string[], locale = 'en'): string[] {
  const choices = names.map((text, index) => ({ value: String(index), text }));
  return findChoices(foldChoices(choices, locale), search, locale).map(({ text }) => text);
}

const banks = ['City Bank', 'Bank Asia', 'Dutch-Bangla', 'Brac'];

test.each([
  ['ban', ['Bank Asia', 'City Bank', 'Dutch-Bangla']],
  [' BRAC ', ['Brac']],
  ['nothing', []],
  ['', banks],
])('%s finds names that begin with it, then names that contain it', (search, found) => {
  expect(find(search, banks)).toEqual(found);
});

test.each([
  ['sao', 'São Paulo', 'pt'],
  ['SÃO', 'Sao Tome', 'pt'],
  ['banco de bogota', 'Banco de Bogotá', 'es'],
  ['lodz', 'Łódź', 'pl'],
  ['isbank', 'İşbank', 'tr'],
  ['ırmak', 'IRMAK', 'tr'],
  ['сбер', 'Сбербанк', 'ru'],
  ['بنك', 'بَنْك الخليج', 'ar'],
])('%s finds %s', (search, name, locale) => {
  expect(find(search, [name], locale)).toEqual([name]);
});

test('signs of Indian scripts are compared too', () => {
  expect(find('कल', ['काला'], 'hi')).toEqual([]);
});
