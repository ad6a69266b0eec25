import { cardViewTypes, codePages } from '@kassa/contract';
import { beforeAll, expect, test } from 'vitest';
import { methodKinds } from '../../app/method-kinds.ts';
import { provideMethodKinds } from './method-kinds.ts';
import { opensPopup } from './next-page.ts';

beforeAll(() => provideMethodKinds(methodKinds));

test.each(Object.entries(cardViewTypes))(
  'the press opens a popup for %s as its kind says',
  (name, cardViewType) => {
    expect(opensPopup({ cardViewType })).toBe(!codePages.some((page) => page === name));
  },
);

test('the press opens a popup for an unknown card view type, as for a redirect', () => {
  expect(opensPopup({ cardViewType: 99 })).toBe(true);
});

test('the press opens no popup for a method that is paid on a page of the widget', () => {
  expect(opensPopup({ cardViewType: cardViewTypes.default, isPaidHere: true })).toBe(false);
});
