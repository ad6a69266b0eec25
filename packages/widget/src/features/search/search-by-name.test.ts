import { expect, test } from 'vitest';
import { searchByName } from './search-by-name.ts';

const find = (search: string, locale = 'en', names = ['Gift card', 'Card', 'Cash', 'Bank']) =>
  searchByName(names, (name) => [name], search, locale);

test('what begins with the search comes before what holds it', () => {
  expect(find('ca')).toEqual(['Card', 'Cash', 'Gift card']);
  expect(find('an')).toEqual(['Bank']);
  expect(find('nothing')).toEqual([]);
});

test('an empty search finds all, in order', () => {
  expect(find('  ')).toEqual(['Gift card', 'Card', 'Cash', 'Bank']);
});

test('case is a matter of language', () => {
  expect(find('ırmak', 'tr', ['IRMAK'])).toEqual(['IRMAK']);
  expect(find('КАРТА', 'ru', ['Карта'])).toEqual(['Карта']);
});
