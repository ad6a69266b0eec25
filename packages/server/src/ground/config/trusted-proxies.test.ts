import { expect, test } from 'vitest';
import { parseTrustedProxies } from './trusted-proxies.ts';

test('trusts the configured number of proxies', () => {
  const isTrusted = parseTrustedProxies('2');
  expect([0, 1, 2].map((hop) => isTrusted?.('203.0.113.9', hop))).toEqual([true, true, false]);
  expect(parseTrustedProxies('0')?.('203.0.113.9', 0)).toBe(false);
});

test.each([
  ['10.0.0.7', true],
  ['::ffff:10.0.0.7', true],
  ['10.0.0.7:4711', true],
  ['10.0.0.8', false],
  ['192.168.7.9', true],
  ['2001:db8:0:1::5', true],
  ['[2001:db8:0:1::5]:443', true],
  ['2001:db9::5', false],
  ['unknown', false],
  ['', false],
])('with addresses and networks: %s is trusted: %s', (address, expected) => {
  const isTrusted = parseTrustedProxies('10.0.0.7, 192.168.0.0/16,2001:db8::/32');
  expect(isTrusted?.(address, 0)).toBe(expected);
});

test.each([
  '',
  'yes',
  '-1',
  '10.0.0.0/33',
  '2001:db8::/129',
  '10.0.0.7,',
  '10.0.0',
  'proxy.example',
])('refuses "%s"', (text) => {
  expect(parseTrustedProxies(text)).toBeNull();
});
