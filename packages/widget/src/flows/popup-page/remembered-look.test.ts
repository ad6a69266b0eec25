import { expect, test } from 'vitest';
import { recallLook, rememberLook } from './remembered-look.ts';

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as unknown as Storage;
}

const nothing = { locale: null, theme: null };
const forbidden = (): Storage => {
  throw new DOMException('', 'SecurityError');
};

test('language and theme are kept for the way back', () => {
  const storage = createStorage();
  rememberLook(() => storage, { locale: 'ar', theme: 'dark' });
  expect(recallLook(() => storage)).toEqual({ locale: 'ar', theme: 'dark' });
});

test('nothing is returned without kept values, or with unknown ones', () => {
  const storage = createStorage();
  expect(recallLook(() => storage)).toEqual(nothing);
  storage.setItem('kassa.popup.look', '{"locale":1,"theme":"sepia"}');
  expect(recallLook(() => storage)).toEqual(nothing);
  storage.setItem('kassa.popup.look', 'null');
  expect(recallLook(() => storage)).toEqual(nothing);
});

test('a browser without storage keeps nothing and breaks nothing', () => {
  rememberLook(forbidden, { locale: 'ar', theme: 'dark' });
  expect(recallLook(forbidden)).toEqual(nothing);
});
