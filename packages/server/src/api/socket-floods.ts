import type { IncomingMessage } from 'node:http';
import type { Core } from '../core/core.ts';
import type { IsTrustedProxy } from '../ground/config/trusted-proxies.ts';
import { countedAddress, findClientAddress } from './client-address.ts';
import { mostConnectionsOfAddress } from './connection-guard.ts';
import { buildCounter } from './counter.ts';
import { buildPerSecond } from './per-second.ts';
import { RateLimited, type RateLimits } from './rate-limits.ts';
import type { KassaServer, KassaSocket } from './socket-types.ts';

/**
 * Everything that a connection sends counts: calls, "alive", pongs, attempts to sign in, invalid
 * messages.
 */
const mostMessagesPerSecond = 100;

/**
 * Per process. A player has a few tabs and devices, and lost connections that are not detected yet.
 */
const mostSocketsOfPlayer = 20;

export interface SocketFloods {
  /**
   * Counts a new connection from the request's address; returns whether it is within the limits.
   */
  admits: (request: IncomingMessage) => Promise<boolean>;
  addressOf: (request: IncomingMessage) => string;
  /**
   * Counts a new socket of a player, until it closes.
   * @throws RateLimited
   */
  admitPlayer: (
    socket: KassaSocket,
    caller: { brandId: string; playerId: string },
  ) => Promise<void>;
}

/**
 * Limits the number of connections per address and player, and closes connections that send too
 * much.
 */
export function guardAgainstFloods(
  io: KassaServer,
  core: Pick<Core, 'log'>,
  limits: RateLimits,
  isTrustedProxy: IsTrustedProxy,
): SocketFloods {
  const connections = buildCounter(mostConnectionsOfAddress * limits.connectionScale);
  const sockets = buildCounter(mostSocketsOfPlayer * limits.connectionScale);
  const addressOf = (request: IncomingMessage) =>
    countedAddress(findClientAddress(request, isTrustedProxy));
  io.engine.on('connection', (connection) => {
    const release = connections.add(addressOf(connection.request));
    connection.on('close', release);
    const perSecond = buildPerSecond(mostMessagesPerSecond * limits.connectionScale);
    connection.on('packet', () => {
      if (perSecond.take() || connection.readyState !== 'open') return;
      core.log.warn(
        { address: addressOf(connection.request) },
        'a socket was closed because it sent too many messages',
      );
      connection.close(true);
    });
  });
  return {
    addressOf,
    admits: async (request) => {
      const address = addressOf(request);
      if (connections.isFull(address)) return false;
      try {
        await limits.take('addressSocket', address);
        return true;
      } catch (error) {
        if (error instanceof RateLimited) return false;
        throw error;
      }
    },
    admitPlayer: async (socket, { brandId, playerId }) => {
      await limits.take('playerSocket', brandId, playerId);
      const key = `${brandId}:${playerId}`;
      if (sockets.isFull(key)) throw new RateLimited(secondsUntilDetected);
      const release = sockets.add(key);
      socket.conn.once('close', release);
      if (socket.conn.readyState !== 'open') release();
    },
  };
}

/** By then a lost connection has been detected, and no longer counts. */
const secondsUntilDetected = 45;
