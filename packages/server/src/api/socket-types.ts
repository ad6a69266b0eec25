import type { ClientToServerEvents, ServerToClientEvents } from '@kassa/contract';
import type { Server, Socket } from 'socket.io';
import type { Caller } from '../core/caller.ts';

export interface SocketData {
  caller: Caller;
  /** When the balance that was pushed last was loaded. */
  balanceLoadedAt?: Date;
}

/** Processes send each other no events: each one queries the database. */
type InterServerEvents = Record<string, never>;

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
