import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { parseTrustedProxies } from '../ground/config/trusted-proxies.ts';
import { countedAddress, findClientAddress } from './client-address.ts';

function request(remoteAddress: string, forwarded?: string | string[]) {
  return {
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

const nobody = () => false;

test.each([
  ['nobody', '0', '6.6.6.6', '203.0.113.1'],
  ['one proxy', '1', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
  ['two proxies', '2', '6.6.6.6, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
  ['a network', '203.0.113.0/24,10.0.0.0/8', '6.6.6.6, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
  ['everyone on the way', '9', '198.51.100.7', '198.51.100.7'],
])(
  "trusting %s, the client's own X-Forwarded-For is ignored",
  (_, setting, forwarded, expected) => {
    const isTrusted = parseTrustedProxies(setting) ?? nobody;
    expect(findClientAddress(request('203.0.113.1', forwarded), isTrusted)).toBe(expected);
  },
);

test("uses the connection's address without a header", () => {
  expect(findClientAddress(request('203.0.113.1'), () => true)).toBe('203.0.113.1');
});

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
])('counts %s under %s', (address, expected) => {
  expect(countedAddress(address)).toBe(expected);
});
