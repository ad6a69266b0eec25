import type { HostDataInput, HostToWidget, Theme, ThemeTokens } from '@kassa/contract';
import { adoptCashierFrame, createCashierFrame } from './cashier-frame.ts';
import { checkListener, checkOption, checkOptions } from './check-options.ts';
import { createListeners } from './listeners.ts';
import { showFrameTop } from './show-frame-top.ts';
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

/** The options of a mounted cashier. Host data that is left out has the widget's defaults (§3). */
export interface CashierOptions extends HostDataInput {
  /** The cashier's address, such as `https://pay.example.com/kassa/`. */
  url: string;
  /** The signed player token from the host's backend. */
  token: string;
  /**
   * Returns a fresh token when the widget reports that its token was rejected. Called once at a
   * time. After a failure, or a token rejected within 30 s, the next call waits 1, 2, 4 … 60 s.
   */
  refreshToken?: () => Promise<string>;
  /** Listeners from the first message on; `on()` adds more. */
  on?: CashierListeners;
  /**
   * Whether the frame follows the height of its content. Otherwise it fills the element, and the
   * cashier scrolls inside; in an element without a height it is 720 px high, or as high as the
   * window if that is lower. Default false.
   */
  autoHeight?: boolean;
  /**
   * Whether the page scrolls to the frame's top when another screen is shown and the top is out of
   * sight. Default true.
   */
  autoScroll?: boolean;
  /**
   * The first screen: `deposit` opens the deposit methods, `withdrawal` those of withdrawals. An
   * iframe given as the element opens at its own address. Default `deposit`.
   */
  start?: 'deposit' | 'withdrawal';
  /** The frame's accessible name. Default "Cashier". */
  title?: string;
}

/** A mounted cashier. A reloaded widget receives the latest values. */
export interface CashierHandle {
  readonly iframe: HTMLIFrameElement;
  /** Calls a listener for each message of a type, until the returned function is called. */
  on<Type extends CashierEventType>(
    type: Type,
    listener: (payload: Events[Type]) => void,
  ): () => void;
  /**
   * Sends a fresh token to the widget, e.g. after `tokenExpired`; `refreshToken` does so by itself.
   */
  updateToken(token: string): void;
  /**
   * Switches colours at once. An undefined theme leaves the theme unchanged; the tokens replace all
   * earlier ones.
   */
  updateTheme(theme: Theme | undefined, themeTokens?: ThemeTokens): void;
  /** Replaces the bonuses on offer. */
  updateBonusList(bonusList: BonusList): void;
  /**
   * Asks the widget to close, like its own close button. Has no effect before the widget has
   * loaded.
   */
  close(): void;
  /** Removes the frame, every listener and every timer. Calling it again has no effect. */
  destroy(): void;
}

/**
 * Puts the cashier into `element`, or adopts an iframe given as `element`, and implements the host
 * protocol (§4, §7): answers each `Loaded` with the host data, and accepts messages from its own
 * frame and origin only.
 * @throws TypeError if `element` isn't an element, `url` isn't an http(s) address or an option has
 * the wrong type. Then nothing is mounted. The handle's methods throw it too and then send nothing.
 */
export function mountCashier(element: HTMLElement, options: CashierOptions): CashierHandle {
  if (!(element instanceof HTMLElement)) {
    throw new TypeError('mountCashier: the first argument must be the element to mount into');
  }
  checkOptions(options);
  const {
    url: address,
    on,
    refreshToken,
    title = 'Cashier',
    autoScroll = true,
    start = 'deposit',
    ...given
  } = options;
  const url = parseUrl(address);
  const hostData: HostDataInput = given;
  const { locale, theme, autoHeight = false } = hostData;
  const frame = { url, title, hasAutoHeight: autoHeight, locale, theme, start };
  const isFrame = element instanceof HTMLIFrameElement;
  const iframe = isFrame ? adoptCashierFrame(element, frame) : createCashierFrame(frame);
  const listeners = createListeners<Events>();
  let isAnswered = false;
  let isFirstScreen = true;

  const send = (message: HostToWidget) =>
    iframe.contentWindow?.postMessage(JSON.stringify(message), url.origin);
  // The frame may be empty until `Loaded` was answered; the answer carries the latest data.
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
      isFirstScreen = true;
      send({ messageType: 'loaded', payload: hostData });
    } else if (message.messageType === 'resize' && autoHeight) {
      iframe.style.height = `${Math.ceil(message.payload.height)}px`;
    } else if (message.messageType === 'navigate') {
      if (autoScroll && !isFirstScreen) showFrameTop(iframe);
      isFirstScreen = false;
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
