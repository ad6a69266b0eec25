import { socketPath } from '@kassa/contract';
import type { Connection } from './socket.ts';

export interface ConnectSocketOptions {
  /** Origin of the server. */
  origin: string;
  token: string;
  /** The player's language, for texts the server chooses. */
  language: string;
}

const connectTimeoutMs = 20_000;

/** Opens one Socket.IO connection (§7). The client is loaded here, with the first that needs it. */
export async function connectSocket(options: ConnectSocketOptions): Promise<Connection> {
  const { io } = await import('socket.io-client');
  return io(options.origin, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: connectTimeoutMs,
    auth: { token: options.token },
    query: { Language: options.language, cashier_type: 'widget' },
  });
}
