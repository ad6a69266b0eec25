import type { ClientToServerEvents, ServerToClientEvents } from '@kassa/contract';
import type { Server, Socket } from 'socket.io';
import type { Caller } from '../core/caller.ts';

/** What goes along with a socket when it is recovered on another process: nothing secret. */
export interface SocketData {
  caller: Caller;
}

/** What the server's processes tell each other. */
export interface InterServerEvents {
  'user.changed': (brandId: string, playerId: string) => void;
}

export type KassaServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  InterServerEvents,
  SocketData
>;

export type KassaSocket = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  InterServerEvents,
  SocketData
>;
