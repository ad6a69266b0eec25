import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

test('no header names the address', () => {
  // No header but those of trusted proxies counts, and they have been read before.
  const headers = { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '198.51.100.2' };
  expect(describeDevice(null, headers)).toEqual({ ipAddress: null, userAgent: null, locale: null });
});

test.each([
  ['Firefox/140.0', 'Firefox/140.0'],
  [' a\tb\u0007c ', 'a b c'],
  ['x'.repeat(600), 'x'.repeat(512)],
  [' ', null],
])('the user agent %j is %j', (header, userAgent) => {
  expect(describeDevice(null, { 'user-agent': header })).toMatchObject({ userAgent });
});

test.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['de;q=0.5', 'de'],
  ['*', null],
  ['<b>en</b>', null],
  [`en-${'abcdefgh-'.repeat(8)}`, null],
])('the language %j is %j', (header, locale) => {
  expect(describeDevice(null, { 'accept-language': header })).toMatchObject({ locale });
});

test.each([
  ['es-MX', 'en-US,en;q=0.9', 'es-MX'],
  ['pt', 'pt-BR,pt;q=0.9', 'pt-BR'],
  ['hi-Latn-IN', 'hi-IN', 'hi-Latn-IN'],
  ['uk', '*', 'uk'],
  ['<b>', 'de-DE', 'de-DE'],
])('in a cashier in %j a browser in %j has the language %j', (language, header, locale) => {
  const headers = { 'accept-language': header };
  expect(describeDevice(null, { ...headers, language })).toMatchObject({ locale });
  expect(describeDevice(null, headers, language)).toMatchObject({ locale });
});
