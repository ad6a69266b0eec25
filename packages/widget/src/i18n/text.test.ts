import { expect, test } from 'vitest';
import { resolveName } from './text.ts';

const names = { en: 'Bank transfer', es: 'Transferencia', hi: 'बैंक ट्रांसफ़र', ru: 'Перевод' };

test.each([
  ['ru', 'Перевод'],
  ['ru-RU-u-nu-latn', 'Перевод'],
  ['es-MX', 'Transferencia'],
  ['hi', 'बैंक ट्रांसफ़र'],
  ['hi-Latn-IN', 'Bank transfer'],
  ['ar', 'Bank transfer'],
])('in %s a name is %s', (locale, name) => {
  expect(resolveName(names, locale)).toBe(name);
});

test('a language’s own name comes first', () => {
  expect(resolveName({ ...names, 'es-MX': 'SPEI' }, 'es-MX')).toBe('SPEI');
  expect(resolveName({ ...names, 'hi-Latn-IN': 'Bank se transfer' }, 'hi-Latn-IN')).toBe(
    'Bank se transfer',
  );
});

test('without an English name any name is used', () => {
  expect(resolveName({ ru: 'Перевод' }, 'ar')).toBe('Перевод');
  expect(resolveName({}, 'ar')).toBe('');
});
