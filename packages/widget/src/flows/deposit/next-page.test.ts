import { cardViewTypes, codePages } from '@kassa/contract';
import { beforeAll, expect, test } from 'vitest';
import { methodKinds } from '../../app/method-kinds.ts';
import { provideMethodKinds } from './method-kinds.ts';
import { opensPopup } from './next-page.ts';

beforeAll(() => provideMethodKinds(methodKinds));

test.each(Object.entries(cardViewTypes))('of %s', (name, cardViewType) => {
  expect(opensPopup({ cardViewType })).toBe(!codePages.some((page) => page === name));
});

test('of a number that nobody knows a popup opens, as of a redirect', () => {
  expect(opensPopup({ cardViewType: 99 })).toBe(true);
});

test('of one that is paid on a page of ours none does', () => {
  expect(opensPopup({ cardViewType: cardViewTypes.default, isPaidHere: true })).toBe(false);
});
