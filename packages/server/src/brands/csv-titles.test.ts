import { expect, test } from 'vitest';
import { findTitles } from './csv-titles.ts';

test('titles are found in any spelling, and only where a file may have columns', () => {
  const usual = { amount: ['amount', 'sum'], text: ['text'] };
  expect(findTitles(usual, {}, ['Text', 'SUM'])).toEqual({ text: 0, amount: 1 });
  expect(findTitles(usual, { text: 'My_Words' }, ['text', 'my words'])).toEqual({ text: 1 });
  const empty = new Array<string>(1000).fill('');
  expect(findTitles(usual, {}, [...empty.slice(1), 'text', 'sum'])).toEqual({ text: 999 });
  // Of the titles behind them nothing is read.
  const many = new Proxy([...empty, 'text'], {
    get: (titles, place) => {
      if (Number(String(place)) >= 1000) throw new Error(`title ${String(place)} is read`);
      return Reflect.get(titles, place) as unknown;
    },
  });
  expect(findTitles(usual, {}, many)).toEqual({});
});
