import type { IncomingMessage } from 'node:http';
import type { Core } from '../core/core.ts';
import type { IsTrustedProxy } from '../ground/config/trusted-proxies.ts';
import { countedAddress, findClientAddress } from './client-address.ts';
import { buildPerSecond } from './per-second.ts';
import { RateLimited, type RateLimits } from './rate-limits.ts';
import type { KassaServer, KassaSocket } from './socket-types.ts';

/** Anything a connection sends counts: calls, "alive", pongs, attempts to sign in, nonsense. */
const mostMessagesPerSecond = 100;

/** On one process. A player has a few tabs and devices, and connections that are lost but not yet missed. */
const mostSocketsOfPlayer = 20;
const mostConnectionsOfAddress = 2000;

export interface SocketFloods {
  /** Whether one more connection from there is taken. Counts it. */
  admits: (request: IncomingMessage) => Promise<boolean>;
  addressOf: (request: IncomingMessage) => string;
  /**
   * Counts one more socket of a player, until it closes.
   * @throws RateLimited
   */
  admitPlayer: (
    socket: KassaSocket,
    caller: { brandId: string; playerId: string },
  ) => Promise<void>;
}

/** Holds back who opens too many connections, and cuts off who sends too much over one. */
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
      core.log.warn({ address: addressOf(connection.request) }, 'a socket that flooded was closed');
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
      if (sockets.isFull(key)) throw new RateLimited(secondsUntilMissed);
      const release = sockets.add(key);
      socket.conn.once('close', release);
      if (socket.conn.readyState !== 'open') release();
    },
  };
}

/** By then a connection that is lost has been missed, and its place is free. */
const secondsUntilMissed = 45;

interface Counter {
  isFull: (key: string) => boolean;
  /** Returns the way to take it off again, at most once. */
  add: (key: string) => () => void;
}

function buildCounter(most: number): Counter {
  const counts = new Map<string, number>();
  return {
    isFull: (key) => (counts.get(key) ?? 0) >= most,
    add: (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let isCounted = true;
      return () => {
        if (!isCounted) return;
        isCounted = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
