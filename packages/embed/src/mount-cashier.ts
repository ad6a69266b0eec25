import type { HostDataInput, HostToWidget, Theme } from '@kassa/contract';
import { createCashierFrame } from './cashier-frame.ts';
import { createListeners } from './listeners.ts';
import {
  decodeWidgetMessage,
  payloadOf,
  type WidgetEventPayload,
  type WidgetMessageType,
} from './widget-message.ts';

export type CashierEventType = WidgetMessageType;
type Events = { [Type in CashierEventType]: WidgetEventPayload<Type> };
export type CashierListeners = {
  [Type in CashierEventType]?: (payload: Events[Type]) => void;
};

/** How a cashier is mounted. What is left out of the host data has the defaults of the widget (§3). */
export interface CashierOptions extends HostDataInput {
  /** The cashier's address, such as `https://pay.example.com/kassa/`. */
  url: string;
  /** The signed player token from the host's backend. */
  token: string;
  /** Listeners from the first message on; more can be added by `on()`. */
  on?: CashierListeners;
  /** Whether the frame follows the height of its content. Default true. */
  autoHeight?: boolean;
  /** The frame's accessible name. Default "Cashier". */
  title?: string;
}

/** A mounted cashier. */
export interface CashierHandle {
  readonly iframe: HTMLIFrameElement;
  /** Calls a listener at each message of a type, until the returned function is called. */
  on<Type extends CashierEventType>(
    type: Type,
    listener: (payload: Events[Type]) => void,
  ): () => void;
  /** Gives the widget a fresh token, typically at `tokenExpired`. */
  updateToken(token: string): void;
  updateTheme(theme: Theme): void;
  /** Asks the widget to close, as its own close button does. Before it has loaded nothing happens. */
  close(): void;
  /** Removes the frame and every listener. Calling it again does nothing. */
  destroy(): void;
}

/**
 * Puts the cashier into `element` and speaks the host protocol (§4, §7) with it: answers `Loaded`
 * with the host data each time it comes, and takes messages from its own frame and origin alone.
 * @throws TypeError when `element` is no element or `url` no http(s) address.
 */
export function mountCashier(element: HTMLElement, options: CashierOptions): CashierHandle {
  if (!(element instanceof HTMLElement)) {
    throw new TypeError('mountCashier: the first argument must be the element to mount into');
  }
  const { url: address, on, autoHeight = true, title = 'Cashier', ...given } = options;
  const url = parseUrl(address);
  const hostData: HostDataInput = given;
  const { locale, theme } = hostData;
  const iframe = createCashierFrame({ url, title, hasAutoHeight: autoHeight, locale, theme });
  const listeners = createListeners<Events>();
  let isAnswered = false;

  const send = (message: HostToWidget) =>
    iframe.contentWindow?.postMessage(JSON.stringify(message), url.origin);
  // Until `Loaded` has been answered the frame may still be empty; the answer carries the newest data.
  const sendOnceAnswered = (message: HostToWidget) => isAnswered && send(message);

  const handleMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== url.origin || event.source !== iframe.contentWindow) return;
    const message = decodeWidgetMessage(event.data);
    if (message === null) return;
    if (message.messageType === 'Loaded') {
      isAnswered = true;
      send({ messageType: 'loaded', payload: hostData });
    } else if (message.messageType === 'resize' && autoHeight) {
      iframe.style.height = `${Math.ceil(message.payload.height)}px`;
    }
    listeners.emit(message.messageType, payloadOf(message) as Events[CashierEventType]);
  };

  for (const [type, listener] of Object.entries(on ?? {})) {
    listeners.add(type as CashierEventType, listener as (payload: object) => void);
  }
  window.addEventListener('message', handleMessage);
  element.append(iframe);

  return {
    iframe,
    on: listeners.add,
    updateToken(token) {
      hostData.token = token;
      sendOnceAnswered({ messageType: 'token-updated', payload: { token } });
    },
    updateTheme(theme) {
      hostData.theme = theme;
      sendOnceAnswered({ messageType: 'theme-updated', payload: { theme } });
    },
    close() {
      sendOnceAnswered({ messageType: 'close' });
    },
    destroy() {
      window.removeEventListener('message', handleMessage);
      listeners.clear();
      iframe.remove();
    },
  };
}

function parseUrl(address: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(address);
  } catch {}
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new TypeError(
      `mountCashier: url must be an absolute http(s) address, but is "${String(address)}"`,
    );
  }
  return url;
}
