import { type HostData, type WidgetToHost, widgetVersion } from '@kassa/contract';
import { type HostBridge, HostSilentError } from './host-bridge.ts';
import { decodeHostMessage, encodeWidgetMessage, readHostData } from './host-words.ts';
import { createMessageHub } from './message-hub.ts';
import type { NativePort } from './native-port.ts';

export interface WebViewBridgeOptions {
  window: Window;
  port: NativePort;
  /** The interval in ms at which the window is polled for the host's data (§9: 10 ms). */
  pollMs?: number;
  /** The timeout in ms of that polling (§9: 5000 ms). */
  timeoutMs?: number;
}

/**
 * Creates the bridge to a native app around a web view (§4). The app's data is a property of the
 * window, the widget's messages go to the app's handler, and the app posts later messages to the
 * page's own window.
 */
export function createWebViewBridge({
  window,
  port,
  pollMs = 10,
  timeoutMs = 5000,
}: WebViewBridgeOptions): HostBridge {
  const { deliver, onMessage } = createMessageHub();

  window.addEventListener('message', ({ data, origin, source }) => {
    // The app posts from within the page. Messages of a frame or another window aren't the app's.
    if (source !== window || origin !== window.location.origin) return;
    const message = decodeHostMessage(data);
    if (message !== null) deliver(message);
  });

  function send(message: WidgetToHost): void {
    const json = encodeWidgetMessage(message);
    if (json === null) return;
    try {
      port.postMessage(json);
    } catch (error) {
      // An app that fails to take a message must not stop the payment.
      console.error(error);
    }
  }

  function connect(): Promise<HostData> {
    send({ messageType: 'Loaded', version: widgetVersion });
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const look = () => {
        const payload = window.__kassaHostData;
        if (payload !== undefined) {
          clearInterval(timer);
          const data = readHostData(parsePayload(payload), send);
          resolve({ ...data, platform: data.platform ?? port.platform });
        } else if (performance.now() - startedAt >= timeoutMs) {
          clearInterval(timer);
          reject(new HostSilentError("Can't find a property in window"));
        }
      };
      const timer = setInterval(look, pollMs);
      look();
    });
  }

  return { isNative: true, connect, send, onMessage };
}

/** Parses the data where the app sent it as JSON. */
function parsePayload(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload;
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
