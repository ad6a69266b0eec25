import {
  type HostData,
  type HostToWidget,
  hostToWidgetSchema,
  type WidgetToHost,
  widgetVersion,
} from '@kassa/contract';
import { decodeHostData } from './decode-host-data.ts';
import { type HostBridge, HostSilentError } from './host-bridge.ts';

/** What the bridge needs of a window, so that tests can stand in for one. */
export interface HostedWindow {
  parent: { postMessage(message: string, targetOrigin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface IframeBridgeOptions {
  window: HostedWindow;
  /** Origins a host may have; any other message is foreign and ignored. */
  allowedOrigins: readonly string[];
  /** How often `Loaded` is repeated until a host answers. */
  repeatMs?: number;
  /** How long a host may take to answer, and then to bring a token. */
  patienceMs?: number;
}

/** The bridge to a host page around the widget's iframe. See host-messages.ts for the flow. */
export function createIframeBridge({
  window,
  allowedOrigins,
  repeatMs = 250,
  patienceMs = 10_000,
}: IframeBridgeOptions): HostBridge {
  const listeners = new Set<(message: HostToWidget) => void>();
  let hostOrigin: string | null = null;

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || !allowedOrigins.includes(event.origin)) return;
    if (hostOrigin !== null && event.origin !== hostOrigin) return;
    const message = decodeMessage(event.data);
    if (message === null) return;
    hostOrigin ??= event.origin;
    for (const listener of listeners) listener(message);
  });

  function send(message: WidgetToHost): void {
    if (hostOrigin !== null) window.parent.postMessage(JSON.stringify(message), hostOrigin);
  }

  function onMessage(listener: (message: HostToWidget) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** The one message that goes to '*': it holds no data and the host's origin isn't known yet. */
  function announce(): void {
    const loaded: WidgetToHost = { messageType: 'Loaded', version: widgetVersion };
    window.parent.postMessage(JSON.stringify(loaded), '*');
  }

  function connect(): Promise<HostData> {
    return new Promise((resolve, reject) => {
      const repeat = setInterval(announce, repeatMs);
      const silence = setTimeout(() => finish(() => reject(new HostSilentError())), patienceMs);
      const stopListening = onMessage((message) => {
        if (message.messageType !== 'loaded') return;
        const { data, incorrect } = decodeHostData(message.payload);
        if (incorrect.length > 0) {
          const value = incorrect.join(', ');
          send({ messageType: 'Metric', payload: { name: 'Incorrect data from host', value } });
        }
        finish(() => resolve(data));
      });
      function finish(settle: () => void): void {
        clearInterval(repeat);
        clearTimeout(silence);
        stopListening();
        settle();
      }
      announce();
    });
  }

  return { connect, send, onMessage };
}

function decodeMessage(data: unknown): HostToWidget | null {
  if (typeof data !== 'string') return null;
  try {
    return hostToWidgetSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
