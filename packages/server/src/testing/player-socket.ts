import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import {
  type CallName,
  calls,
  type ServerToClientEvents,
  type SocketAnswer,
  socketPath,
} from '@kassa/contract';
import { io, type Socket } from 'socket.io-client';

/** Opens a socket as the widget does: one attempt, by WebSocket only, without reconnection. */
export function openSocket(url: string, token: string, options: object = {}): Socket {
  return io(url, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    ...options,
  });
}

/**
 * Resolves once the socket is connected.
 * @throws the rejection, whose `data` is the error response.
 */
export function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Asks for a WebSocket that the server refuses, and resolves with its response. */
export async function refusedHandshake(
  url: string,
  { transport = 'websocket', headers = {} }: { transport?: string; headers?: object } = {},
): Promise<IncomingMessage> {
  const asked = get(`${url}${socketPath}/?EIO=4&transport=${transport}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await once(response.resume(), 'close');
  return response;
}

/** Resolves with the reason once the socket is closed. */
export function disconnected(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('disconnect', (reason) => resolve(reason)));
}

export function nextPush<Event extends keyof ServerToClientEvents>(
  socket: Socket,
  event: Event,
): Promise<Parameters<ServerToClientEvents[Event]>[0]> {
  return new Promise((resolve) => socket.once(event, resolve as never));
}

export function callOverSocket(
  socket: Socket,
  name: CallName,
  body: unknown = {},
  key?: string,
): Promise<SocketAnswer> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return socket.emitWithAck('call', { name, method: calls[name].method, body, headers });
}
