import { expect, test } from 'vitest';
import { buildCallHeaders } from './call-headers.ts';

const hostData = { platformVersion: 'redesign', isMobileApp: false, pwa: true, platform: 'ios' };

test('a page sends the headers of §7 with every call', () => {
  expect(buildCallHeaders(hostData, false)).toEqual({
    platformVersion: 'redesign',
    isMobileApp: 'false',
    pwa: 'true',
  });
});

test('a native web view sends this fact and its platform', () => {
  expect(buildCallHeaders(hostData, true)).toMatchObject({
    isNative: 'true',
    platform: 'ios',
  });
  expect(buildCallHeaders({}, true)).not.toHaveProperty('platform');
});

test.each([
  ['another line', 'a\r\nauthorization: x'],
  ['letters that headers can’t hold', 'редизайн'],
  ['something long', 'x'.repeat(33)],
  ['no text', 7],
])('omits %s of a host', (_, platformVersion) => {
  expect(buildCallHeaders({ ...hostData, platformVersion }, false)).not.toHaveProperty(
    'platformVersion',
  );
});
