import { expect, test } from 'vitest';
import { buildCallHeaders } from './call-headers.ts';

const hostData = { platformVersion: 'redesign', isMobileApp: false, pwa: true, platform: 'ios' };

test('a page sends what §7 has for every call', () => {
  expect(buildCallHeaders(hostData, false)).toEqual({
    platformVersion: 'redesign',
    isMobileApp: 'false',
    pwa: 'true',
  });
});

test('a native web view says so, and its platform', () => {
  expect(buildCallHeaders(hostData, true)).toMatchObject({
    isNative: 'true',
    platform: 'ios',
  });
  expect(buildCallHeaders({}, true)).not.toHaveProperty('platform');
});

test.each([
  ['another line', 'a\r\nauthorization: x'],
  ['letters that no header takes', 'редизайн'],
  ['something long', 'x'.repeat(33)],
  ['no text', 7],
])('leaves out %s that a host sends', (_, platformVersion) => {
  expect(buildCallHeaders({ ...hostData, platformVersion }, false)).not.toHaveProperty(
    'platformVersion',
  );
});
