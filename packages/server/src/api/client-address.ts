import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type IsTrustedProxy, readAddress } from '../ground/config/trusted-proxies.ts';

/**
 * Returns the client's address: the first one that isn't a trusted proxy, going back from the
 * connection through `X-Forwarded-For`. Where a proxy names none that can be read, it is the
 * nearest one before. Null if the connection closed before its address was read. The header
 * `Forwarded` is not read: a proxy that sets the other one passes on what a client writes there.
 */
export function findClientAddress(
  request: IncomingMessage,
  isTrusted: IsTrustedProxy,
): string | null {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = [
    request.socket.remoteAddress,
    ...forwarded
      .map((address) => address.trim())
      .filter((address) => address !== '')
      .reverse(),
  ];
  const client = way.findIndex((address, hop) => !isTrusted(address ?? '', hop));
  return readLast(client === -1 ? way : way.slice(0, client + 1));
}

/** Returns the same for a request of Fastify, which has found the way to the client behind proxies. */
export function clientAddressOf({
  ip,
  ips = [ip],
}: Pick<FastifyRequest, 'ip' | 'ips'>): string | null {
  return readLast(ips);
}

function readLast(way: readonly (string | undefined)[]): string | null {
  return way.map((address) => readAddress(address)).findLast((address) => address !== null) ?? null;
}

/**
 * Returns the key under which rate limits count a client's address. An IPv6 address counts as its
 * /64 network, since one customer gets a whole /64 and can use any address in it. Null counts as
 * `unknown`.
 */
export function countedAddress(address: string | null): string {
  if (address === null) return 'unknown';
  return isIP(address) === 6 ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [left = '', right] = address.split('::');
  const head = left.split(':').filter((group) => group !== '');
  const tail = (right ?? '').split(':').filter((group) => group !== '');
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
