import { type HostData, type WidgetToHost, widgetVersion } from '@kassa/contract';
import { type HostBridge, HostSilentError } from './host-bridge.ts';
import { decodeHostMessage, encodeWidgetMessage, readHostData } from './host-words.ts';
import { createMessageHub } from './message-hub.ts';

/** The part of a message event that the bridge reads. */
export type ReceivedMessage = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

/** The part of a window that the bridge uses, so that tests can replace it. */
export interface HostedWindow {
  parent: { postMessage(message: string, targetOrigin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface IframeBridgeOptions {
  window: HostedWindow;
  /** The allowed origins of a host. Messages of other origins are ignored. */
  allowedOrigins: readonly string[];
  /** Messages that arrived before the bridge was created. They are handled like any other. */
  earlyMessages?: readonly ReceivedMessage[];
  /** The interval in ms at which `Loaded` is repeated until a host responds. */
  repeatMs?: number;
  /** The timeout in ms for the host's response, and then for its token. */
  timeoutMs?: number;
}

/**
 * Creates the bridge to a host page around the widget's iframe. host-messages.ts describes the
 * flow.
 */
export function createIframeBridge({
  window,
  allowedOrigins,
  earlyMessages = [],
  repeatMs = 250,
  timeoutMs = 10_000,
}: IframeBridgeOptions): HostBridge {
  const { deliver, forget, onMessage } = createMessageHub();
  let hostOrigin: string | null = null;
  /** Receives the handshake's response while the bridge waits for one. */
  let answer: ((payload: unknown) => void) | null = null;

  function receive({ data, origin, source }: ReceivedMessage): void {
    if (source !== window.parent || !allowedOrigins.includes(origin)) return;
    if (hostOrigin !== null && origin !== hostOrigin) return;
    const message = decodeHostMessage(data);
    if (message === null) return;
    hostOrigin ??= origin;
    if (message.messageType === 'loaded' && answer !== null) answer(message.payload);
    else deliver(message);
  }
  window.addEventListener('message', receive);

  function send(message: WidgetToHost): void {
    if (hostOrigin === null) return;
    const json = encodeWidgetMessage(message);
    if (json !== null) window.parent.postMessage(json, hostOrigin);
  }

  /**
   * Sends the one message with the target origin `*`: it holds no data, and the host's origin isn't
   * known yet.
   */
  function announce(): void {
    const loaded: WidgetToHost = { messageType: 'Loaded', version: widgetVersion };
    window.parent.postMessage(JSON.stringify(loaded), '*');
  }

  let early = earlyMessages;

  function connect(): Promise<HostData> {
    return new Promise((resolve, reject) => {
      const repeat = setInterval(announce, repeatMs);
      const silence = setTimeout(() => finish(() => reject(new HostSilentError())), timeoutMs);
      answer = (payload) => {
        forget();
        finish(() => resolve(readHostData(payload, send)));
      };
      function finish(settle: () => void): void {
        clearInterval(repeat);
        clearTimeout(silence);
        answer = null;
        settle();
      }
      for (const message of early) receive(message);
      early = [];
      if (answer !== null) announce();
    });
  }

  return { isNative: false, connect, send, onMessage };
}
