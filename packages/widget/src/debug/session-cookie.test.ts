import { expect, test } from 'vitest';
import { encodeDebugCookie, readDebugToken } from './session-cookie.ts';

test('writes a cookie that a third-party frame keeps, for this product and session alone', () => {
  expect(encodeDebugCookie('a.b; Domain=evil', 'kassa')).toBe(
    'kassa-token=a.b%3B%20Domain%3Devil; Path=/kassa/; Secure; SameSite=None; Partitioned',
  );
});

test.each([
  ['theme=dark; kassa-token=a.b.c', 'a.b.c'],
  ['kassa-token=a%3Bb', 'a;b'],
  ['', null],
  ['kassa-token=', null],
  ['other-kassa-token=a', null],
  ['kassa-token=%', null],
])('reads the token of %j: %j', (cookies, token) => {
  expect(readDebugToken(cookies)).toBe(token);
});
