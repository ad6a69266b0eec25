import { type HostData, type WidgetToHost, widgetVersion } from '@kassa/contract';
import { type HostBridge, HostSilentError } from './host-bridge.ts';
import { decodeHostMessage, encodeWidgetMessage, readHostData } from './host-words.ts';
import { createMessageHub } from './message-hub.ts';

/** What the bridge reads of a message event. */
export type ReceivedMessage = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

/** What the bridge needs of a window, so that tests can stand in for one. */
export interface HostedWindow {
  parent: { postMessage(message: string, targetOrigin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface IframeBridgeOptions {
  window: HostedWindow;
  /** Origins a host may have; any other message is foreign and ignored. */
  allowedOrigins: readonly string[];
  /** Messages that came before the bridge was there; judged as any other. */
  earlyMessages?: readonly ReceivedMessage[];
  /** How often `Loaded` is repeated until a host answers. */
  repeatMs?: number;
  /** How long a host may take to answer, and then to bring a token. */
  timeoutMs?: number;
}

/** The bridge to a host page around the widget's iframe. See host-messages.ts for the flow. */
export function createIframeBridge({
  window,
  allowedOrigins,
  earlyMessages = [],
  repeatMs = 250,
  timeoutMs = 10_000,
}: IframeBridgeOptions): HostBridge {
  const { deliver, forget, onMessage } = createMessageHub();
  let hostOrigin: string | null = null;
  /** Takes the answer of the handshake, while one is waited for. */
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

  /** The one message that goes to '*': it holds no data and the host's origin isn't known yet. */
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
