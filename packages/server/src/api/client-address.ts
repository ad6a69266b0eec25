import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type IsTrustedProxy, plainAddress } from '../ground/config/trusted-proxies.ts';

/**
 * The address that a connection came from: the first that is not a proxy of our own, going back
 * from us through `X-Forwarded-For`. The same rule as Fastify's `request.ip`.
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
 * What counts as one address where addresses are counted: a whole /64 of IPv6, for that is what
 * one customer gets, and moves about in. Who has gone before being asked for theirs has none.
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
