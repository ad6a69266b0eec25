import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { parseTrustedProxies, readAddress } from '../ground/config/trusted-proxies.ts';
import { buildApp } from './app.ts';
import { clientAddressOf, countedAddress, findClientAddress } from './client-address.ts';

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

const byAddress = parseTrustedProxies('10.0.0.0/8, 2001:db8:ffff::/48') ?? nobody;
const byNumber = parseTrustedProxies('1') ?? nobody;

test.each([
  ['[::ffff:198.51.100.7]:4711', '198.51.100.7'],
  ['::FFFF:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7:4711', '198.51.100.7'],
  ['64:ff9b::198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:4711', '198.51.100.7'],
  ['"198.51.100.7"', '198.51.100.7'],
  ['"198.51.100.7:4711"', '198.51.100.7'],
  ['"[2001:DB8::1]:4711"', '2001:db8::1'],
  ['[2001:db8::1]:_hidden', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['unknown', '10.0.0.1'],
  ['"unknown"', '10.0.0.1'],
  ['_hidden', '10.0.0.1'],
  ['198.51.100', '10.0.0.1'],
  ['0x7f.1', '10.0.0.1'],
  ['nonsense, [::]x', '10.0.0.1'],
])('a proxy that forwards %s names %s', (forwarded, expected) => {
  for (const isTrusted of [byAddress, byNumber]) {
    expect(findClientAddress(request('10.0.0.1', forwarded), isTrusted)).toBe(expected);
  }
});

test.each(['[::ffff:10.0.0.2]:443', '"10.0.0.2"', '"[2001:DB8:FFFF::1]:443"'])(
  'knows a proxy that is written as %s',
  (proxy) => {
    const forwarded = `198.51.100.7, ${proxy}`;
    expect(findClientAddress(request('::ffff:10.0.0.1', forwarded), byAddress)).toBe(
      '198.51.100.7',
    );
  },
);

test('what cannot be read counts as the proxy that named it, not the one at the door', () => {
  const forwarded = 'unknown, 10.0.0.2';
  expect(findClientAddress(request('10.0.0.1', forwarded), byAddress)).toBe('10.0.0.2');
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('counts %s under %s', (address, expected) => {
  expect(countedAddress(readAddress(address))).toBe(expected);
});

test.each(['"[::ffff:198.51.100.7]:4711"', 'unknown'])(
  "HTTP's and the socket's requests agree on %s",
  async (forwarded) => {
    const app = buildApp({
      logLevel: 'silent',
      isTrustedProxy: parseTrustedProxies('127.0.0.0/8') ?? nobody,
      publicUrl: 'http://localhost:4100',
    });
    app.get('/', (asked) => [
      clientAddressOf(asked),
      findClientAddress(asked.raw, parseTrustedProxies('127.0.0.0/8') ?? nobody),
    ]);
    const headers = { 'x-forwarded-for': forwarded };
    const [http, socket] = (await app.inject({ url: '/', headers })).json();
    expect(http).toBe(forwarded === 'unknown' ? '127.0.0.1' : '198.51.100.7');
    expect(socket).toBe(http);
    await app.close();
  },
);
