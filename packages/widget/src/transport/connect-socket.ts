import { type HostData, socketPath } from '@kassa/contract';
import type { Connection } from './socket.ts';

export interface ConnectSocketOptions {
  /** The origin of the server. */
  origin: string;
  token: string;
  query: Record<string, string>;
}

const connectTimeoutMs = 20_000;

/** Opens a Socket.IO connection (§7). The client's code is loaded with the first connection. */
export async function connectSocket(options: ConnectSocketOptions): Promise<Connection> {
  const { io } = await import('socket.io-client');
  return io(options.origin, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: connectTimeoutMs,
    // Not in the query, where §7 has it for old hosts: addresses end up in logs.
    auth: { token: options.token },
    query: options.query,
  });
}

/** The parts of the host's data for the socket's query. */
export type SocketQueryParts = Pick<HostData, 'xOrigin' | 'pwa' | 'isMobileApp' | 'platform'>;

/**
 * Builds the query of the socket (§7). `language` is the player's, for texts that the server
 * chooses.
 */
export function buildSocketQuery(
  { xOrigin, pwa, isMobileApp, platform }: SocketQueryParts,
  { language, isNative }: { language: string; isNative: boolean },
): Record<string, string> {
  return {
    xorigin: xOrigin,
    Language: language,
    ...(isNative && { isNative: 'true' }),
    ...(isNative && platform !== undefined && { platform }),
    pwa: String(pwa),
    isMobileApp: String(isMobileApp),
    cashier_type: 'widget',
  };
}
