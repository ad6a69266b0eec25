import { type CallName, type HostData, socketPath } from '@kassa/contract';
import type { HostBridge } from '../host/host-bridge.ts';
import { readTransportChoice } from '../storage/stored-settings.ts';
import { logError } from '../telemetry/report-error.ts';
import { buildCallHeaders } from '../transport/call-headers.ts';
import { createHttpChannel } from '../transport/http.ts';
import { createLateChannel } from '../transport/late-channel.ts';
import { type Channel, createTransport, type Transport } from '../transport/transport.ts';
import type { TransportError } from '../transport/transport-error.ts';

export interface OpenTransportOptions {
  hostData: HostData;
  bridge: HostBridge;
  /** The origin of the server: the page's own, never the host's choice (design §4). */
  origin: string;
  language: string;
  /** A call failed after all its retries. Not called for the analytics call `events`. */
  onFailure: (call: CallName, error: TransportError) => void;
  /** May answer from requests that are already under way. */
  fetch?: typeof fetch;
}

/**
 * Creates the transport that the host chose, unless the tab's session storage overrides it (§3).
 * The transport's events are reported to the host. A socket connects only when `start` is called.
 */
export function openTransport(options: OpenTransportOptions): Transport {
  const { hostData, bridge } = options;
  const name = readTransportChoice() ?? hostData.transport;
  const http = createHttpChannel({
    origin: options.origin,
    token: hostData.token,
    fetch: options.fetch ?? globalThis.fetch,
  });
  return createTransport(name === 'http' ? http : openSocket(options, http), {
    headers: { ...buildCallHeaders(hostData, bridge.isNative), language: options.language },
    onUnauthorized: () => bridge.send({ messageType: 'tokenExpired' }),
    onFailure: (call, error) => {
      if (error.kind === 'refused') reportRefusal(bridge, call, error);
      // A failed `events` must not cause a further event.
      if (call !== 'events') options.onFailure(call, error);
    },
  });
}

function openSocket(options: OpenTransportOptions, fallback: Channel): Channel {
  const { hostData, bridge, origin, language } = options;
  const handleGiveUp = () =>
    bridge.send({
      messageType: 'Metric',
      payload: { name: 'transport.fallback', value: 'http' },
    });
  return createLateChannel({
    token: hostData.token,
    fallback,
    onFailure: handleGiveUp,
    load: async (token) => {
      const [{ buildSocketQuery, connectSocket }, { createSocketChannel }] = await Promise.all([
        import('../transport/connect-socket.ts'),
        import('../transport/socket.ts'),
      ]);
      const query = buildSocketQuery(hostData, { language, isNative: bridge.isNative });
      return createSocketChannel({
        token,
        connect: (token) => connectSocket({ origin, token, query }),
        fallback,
        onReconnectAttempt: (attempt) =>
          bridge.send({
            messageType: 'reconnect-attempt',
            payload: { attempt, url: `${origin.replace(/^http/, 'ws')}${socketPath}` },
          }),
        onGiveUp: handleGiveUp,
      });
    },
  });
}

/** §8: reports a failed request to the host, and logs it in development or where logging is on. */
function reportRefusal(bridge: HostBridge, call: CallName, error: TransportError): void {
  const name = 'Server.HTTP.request.ERROR';
  const value = `${call} ${error.status} ${error.code}`;
  bridge.send({ messageType: 'Metric', payload: { name, value } });
  const { status, code, reference } = error;
  logError(name, { call, status, code, reference });
}
