import type { HostDataInput, HostToWidget, Theme, ThemeTokens } from '@kassa/contract';
import { adoptCashierFrame, createCashierFrame } from './cashier-frame.ts';
import { checkListener, checkOption, checkOptions } from './check-options.ts';
import { createListeners } from './listeners.ts';
import { createTokenRefresher } from './token-refresher.ts';
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

type BonusList = NonNullable<HostDataInput['bonusList']>;

/** How a cashier is mounted. What is left out of the host data has the defaults of the widget (§3). */
export interface CashierOptions extends HostDataInput {
  /** The cashier's address, such as `https://pay.example.com/kassa/`. */
  url: string;
  /** The signed player token from the host's backend. */
  token: string;
  /**
   * Fetches a fresh token when the widget says that its token is refused. Asked once at a time; a
   * failure, or a token that is refused at once again, is followed by pauses of 1, 2, 4 … 60 s.
   */
  refreshToken?: () => Promise<string>;
  /** Listeners from the first message on; more can be added by `on()`. */
  on?: CashierListeners;
  /**
   * Whether the frame follows the height of its content. Otherwise it fills the element, and the cashier
   * scrolls inside; in an element without a height it is 720 px high, or as high as the window. Default
   * false.
   */
  autoHeight?: boolean;
  /** The frame's accessible name. Default "Cashier". */
  title?: string;
}

/** A mounted cashier. What changes is also what a reloaded widget is told. */
export interface CashierHandle {
  readonly iframe: HTMLIFrameElement;
  /** Calls a listener at each message of a type, until the returned function is called. */
  on<Type extends CashierEventType>(
    type: Type,
    listener: (payload: Events[Type]) => void,
  ): () => void;
  /** Gives the widget a fresh token, as at `tokenExpired`; `refreshToken` does it by itself. */
  updateToken(token: string): void;
  /** Switches colours at once. Without a theme it stays; tokens replace all those set before. */
  updateTheme(theme: Theme | undefined, themeTokens?: ThemeTokens): void;
  /** Replaces the bonuses on offer. */
  updateBonusList(bonusList: BonusList): void;
  /** Asks the widget to close, as its own close button does. Before it has loaded nothing happens. */
  close(): void;
  /** Removes the frame, every listener and every timer. Calling it again does nothing. */
  destroy(): void;
}

/**
 * Puts the cashier into `element`, or takes over an iframe of it, and speaks the host protocol (§4, §7) with it: answers `Loaded`
 * with the host data each time it comes, and takes messages from its own frame and origin alone.
 * @throws TypeError when `element` is no element, `url` no http(s) address or an option of a wrong
 *   kind. Nothing is mounted then. The handle's methods throw it too, and nothing is sent.
 */
export function mountCashier(element: HTMLElement, options: CashierOptions): CashierHandle {
  if (!(element instanceof HTMLElement)) {
    throw new TypeError('mountCashier: the first argument must be the element to mount into');
  }
  checkOptions(options);
  const { url: address, on, refreshToken, title = 'Cashier', ...given } = options;
  const url = parseUrl(address);
  const hostData: HostDataInput = given;
  const { locale, theme, autoHeight = false } = hostData;
  const frame = { url, title, hasAutoHeight: autoHeight, locale, theme };
  const isFrame = element instanceof HTMLIFrameElement;
  const iframe = isFrame ? adoptCashierFrame(element, frame) : createCashierFrame(frame);
  const listeners = createListeners<Events>();
  let isAnswered = false;

  const send = (message: HostToWidget) =>
    iframe.contentWindow?.postMessage(JSON.stringify(message), url.origin);
  // Until `Loaded` has been answered the frame may still be empty; the answer carries the newest data.
  const sendOnceAnswered = (message: HostToWidget) => isAnswered && send(message);

  const sendToken = (token: string) => {
    hostData.token = token;
    sendOnceAnswered({ messageType: 'token-updated', payload: { token } });
  };
  const refresher = refreshToken && createTokenRefresher(refreshToken, sendToken);

  const handleMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== url.origin || event.source !== iframe.contentWindow) return;
    const message = decodeWidgetMessage(event.data);
    if (message === null) return;
    if (message.messageType === 'Loaded') {
      isAnswered = true;
      send({ messageType: 'loaded', payload: hostData });
    } else if (message.messageType === 'resize' && autoHeight) {
      iframe.style.height = `${Math.ceil(message.payload.height)}px`;
    } else if (message.messageType === 'tokenExpired') {
      refresher?.handleExpired();
    }
    listeners.emit(message.messageType, payloadOf(message) as Events[CashierEventType]);
  };

  for (const [type, listener] of Object.entries(on ?? {})) {
    listeners.add(type as CashierEventType, listener as (payload: object) => void);
  }
  window.addEventListener('message', handleMessage);
  if (!isFrame) element.append(iframe);

  return {
    iframe,
    on(type, listener) {
      checkListener(type, listener);
      return listeners.add(type, listener);
    },
    updateToken(token) {
      checkOption('token', token);
      refresher?.handleToken();
      sendToken(token);
    },
    updateTheme(theme, themeTokens) {
      checkOption('theme', theme);
      checkOption('themeTokens', themeTokens);
      const payload = { ...(theme && { theme }), ...(themeTokens && { themeTokens }) };
      Object.assign(hostData, payload);
      sendOnceAnswered({ messageType: 'theme-updated', payload });
    },
    updateBonusList(bonusList) {
      checkOption('bonusList', bonusList);
      hostData.bonusList = bonusList;
      sendOnceAnswered({ messageType: 'bonus-list-updated', payload: { bonusList } });
    },
    close() {
      sendOnceAnswered({ messageType: 'close' });
    },
    destroy() {
      window.removeEventListener('message', handleMessage);
      refresher?.stop();
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
