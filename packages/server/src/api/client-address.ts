import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type IsTrustedProxy, plainAddress } from '../ground/config/trusted-proxies.ts';

/**
 * Returns the client's address: the first one that isn't a trusted proxy, going back from the
 * connection through `X-Forwarded-For`. The same rule as Fastify's `request.ip`.
 */
export function findClientAddress(request: IncomingMessage, isTrusted: IsTrustedProxy): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = [
    request.socket.remoteAddress ?? '',
    ...forwarded
      .map((address) => address.trim())
      .filter((address) => address !== '')
      .reverse(),
  ];
  return way.find((address, hop) => !isTrusted(address, hop)) ?? way.at(-1) ?? '';
}

/**
 * Returns the key under which rate limits count an address. An IPv6 address counts as its /64
 * network, since one customer gets a whole /64 and can use any address in it. A connection that
 * closed before its address was read has none and counts as `unknown`.
 */
export function countedAddress(address: string | undefined): string {
  const plain = plainAddress(address ?? '');
  if (isIP(plain) === 4) return plain;
  if (isIP(plain) === 6) return networkOf(plain);
  return 'unknown';
}

function networkOf(address: string): string {
  const [left = '', right] = address.split('::');
  const head = left.split(':').filter((group) => group !== '');
  const tail = (right ?? '').split(':').filter((group) => group !== '');
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
