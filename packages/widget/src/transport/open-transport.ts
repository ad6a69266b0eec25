import { type HostData, socketPath } from '@kassa/contract';
import type { HostBridge } from '../host/host-bridge.ts';
import { connectSocket } from './connect-socket.ts';
import { createHttpChannel } from './http.ts';
import { createSocketChannel } from './socket.ts';
import { createTransport, type Transport } from './transport.ts';

export interface OpenTransportOptions {
  hostData: HostData;
  bridge: HostBridge;
  /** Origin of the server: the page's own, never a host's choice (design §4). */
  origin: string;
  language: string;
  /** May answer from requests that are already under way. */
  fetch?: typeof fetch;
}

/** Opens the transport that the host asked for, telling the host what befalls it. */
export function openTransport({
  hostData,
  bridge,
  origin,
  language,
  fetch = globalThis.fetch,
}: OpenTransportOptions): Transport {
  const { token } = hostData;
  const http = createHttpChannel({ origin, token, fetch });
  const channel =
    hostData.transport === 'http'
      ? http
      : createSocketChannel({
          token,
          connect: (current) => connectSocket({ origin, token: current, language }),
          fallback: http,
          onReconnectAttempt: (attempt) =>
            bridge.send({
              messageType: 'reconnect-attempt',
              payload: { attempt, url: `${origin}${socketPath}` },
            }),
          onGiveUp: () =>
            bridge.send({
              messageType: 'Metric',
              payload: { name: 'transport.fallback', value: 'http' },
            }),
        });
  return createTransport(channel, {
    onUnauthorized: () => bridge.send({ messageType: 'tokenExpired' }),
  });
}
