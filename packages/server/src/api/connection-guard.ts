import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Core } from '../core/core.ts';
import { type IsTrustedProxy, readAddress } from '../ground/config/trusted-proxies.ts';
import { countedAddress } from './client-address.ts';
import { buildCounter } from './counter.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Timeouts } from './timeouts.ts';
import { buildUnreadCheck, type UnreadCheck } from './unread-answers.ts';

/** Connections of one address to a process: idle ones, requests and sockets. */
export const mostConnectionsOfAddress = 2000;

/**
 * Requests of one connection whose responses aren't sent yet. Browsers and proxies wait for a
 * response before they send the next request.
 */
const mostRequestsInFlight = 4;

/** Node publishes each request here, before anything handles it. */
const requestChannel = 'http.server.request.start';

/** The reasons for which a connection is closed. */
type Reason =
  | 'connections of its address'
  | 'new connections of its address'
  | 'requests in flight'
  | 'unread answers';

interface Connection {
  address: string;
  requestsInFlight: number;
  isUnread: UnreadCheck;
}

/**
 * Closes the connections of a server that cost other clients memory or turns: too many of one
 * address (a trusted proxy's aren't counted), too many requests in flight, and answers that the
 * client doesn't read. Sockets that were upgraded count too. The log has a line for each reason
 * and interval of `slowCheckMs`.
 */
export function guardConnections(
  server: Server,
  { log }: Pick<Core, 'log'>,
  {
    limits,
    isTrustedProxy,
    timeouts: { unreadMs, slowCheckMs },
  }: {
    limits: RateLimits;
    isTrustedProxy: IsTrustedProxy;
    timeouts: Pick<Timeouts, 'unreadMs' | 'slowCheckMs'>;
  },
): void {
  const connections = new Map<Socket, Connection>();
  const ofAddress = buildCounter(mostConnectionsOfAddress * limits.connectionScale);
  const closed = new Map<Reason, { count: number; address: string }>();
  const close = (socket: Socket, reason: Reason, address: string) => {
    closed.set(reason, { count: (closed.get(reason)?.count ?? 0) + 1, address });
    socket.destroy();
  };
  server.on('connection', (socket) => {
    const address = countedAddress(readAddress(socket.remoteAddress));
    if (!isTrustedProxy(socket.remoteAddress ?? '', 0)) {
      if (ofAddress.isFull(address)) return close(socket, 'connections of its address', address);
      limits
        .take('connections', address)
        .catch(() => close(socket, 'new connections of its address', address));
      socket.on('close', ofAddress.add(address));
    }
    const isUnread = buildUnreadCheck(socket, { unreadMs, checkMs: slowCheckMs });
    connections.set(socket, { address, requestsInFlight: 0, isUnread });
    socket.on('close', () => connections.delete(socket));
  });
  const countRequest = (message: unknown) => {
    // The type of this channel's messages, by Node's documentation.
    const { socket, response } = message as { socket: Socket; response: ServerResponse };
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requestsInFlight += 1;
    response.once('close', () => {
      connection.requestsInFlight -= 1;
    });
    if (connection.requestsInFlight <= mostRequestsInFlight) return;
    stopParsing(socket);
    close(socket, 'requests in flight', connection.address);
  };
  subscribe(requestChannel, countRequest);
  const check = setInterval(() => {
    for (const [socket, { address, isUnread }] of connections) {
      if (isUnread()) close(socket, 'unread answers', address);
    }
    for (const [reason, { count, address }] of closed) {
      log.warn({ reason, count, address }, 'connections were closed');
    }
    closed.clear();
  }, slowCheckMs);
  check.unref();
  server.on('close', () => {
    clearInterval(check);
    unsubscribe(requestChannel, countRequest);
  });
}

/**
 * Stops Node's parser in the middle of the received bytes. 64 kB hold 2,500 small requests, and Node
 * parses and emits all of them even after the connection is destroyed. 2 is what Node's own callback
 * returns where HTTP ends (an upgrade). The parser is no public interface; without it the requests
 * are only slower to get rid of.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming?: unknown } | null }): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => 2;
}
