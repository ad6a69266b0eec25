import { type CSSProperties, type ReactElement, useEffect, useRef } from 'react';
import {
  type CashierEventType,
  type CashierHandle,
  type CashierOptions,
  mountCashier,
  type WidgetEventPayload,
  widgetMessageTypes,
} from './index.ts';

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** `onClose` stays, `depositStatus` is `onDepositStatus`, `reconnect-attempt` is `onReconnectAttempt`. */
type ListenerName<Type extends string> = Type extends `on${string}`
  ? Type
  : `on${Capitalize<CamelCase<Type>>}`;

type CashierListenerProps = {
  [Type in CashierEventType as ListenerName<Type>]?: (payload: WidgetEventPayload<Type>) => void;
};

export interface CashierProps extends Omit<CashierOptions, 'on'>, CashierListenerProps {
  /** Holds the handle while the cashier is mounted, e.g. to call `close()`. */
  handleRef?: { current: CashierHandle | null };
  /** The class of the element around the frame. */
  className?: string;
  style?: CSSProperties;
}

/**
 * The cashier as a component. Changes of `token`, `theme`, `themeTokens` and `bonusList` are sent
 * as live messages, and new listeners take effect at once; a change of any other property mounts a
 * new cashier. Omitted properties, `on…` listeners included, behave as in `mountCashier`.
 */
export function Cashier(props: CashierProps): ReactElement {
  return <MountedCashier key={mountKey(props)} {...props} />;
}

function MountedCashier(props: CashierProps): ReactElement {
  const { token, theme, themeTokens = {}, bonusList = [], className, style } = props;
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<CashierHandle | null>(null);
  const newest = useRef(props);

  useEffect(() => {
    newest.current = props;
  });

  useEffect(() => {
    if (element.current === null) return;
    const mounted = mountCashier(element.current, mountOptions(newest));
    const { handleRef } = newest.current;
    handle.current = mounted;
    if (handleRef) handleRef.current = mounted;
    return () => {
      mounted.destroy();
      handle.current = null;
      if (handleRef) handleRef.current = null;
    };
  }, []);

  useLiveValue(token, (changed) => handle.current?.updateToken(changed));
  useLiveValue({ theme, themeTokens }, (changed) =>
    handle.current?.updateTheme(changed.theme, changed.themeTokens),
  );
  useLiveValue(bonusList, (changed) => handle.current?.updateBonusList(changed));

  return <div ref={element} className={className} style={style} />;
}

/** Sends a value when its content changes, not for every new object of a render. */
function useLiveValue<Value>(value: Value, send: (value: Value) => void): void {
  const json = JSON.stringify(value);
  const sent = useRef(json);
  useEffect(() => {
    if (sent.current === json) return;
    sent.current = json;
    send(value);
  });
}

/**
 * Returns a key of the properties that can't change while the cashier is mounted. A theme can be
 * switched, but not removed.
 */
function mountKey(props: CashierProps): string {
  const { token: _, themeTokens: _tokens, bonusList: _list, handleRef: _ref, ...rest } = props;
  const { className: _class, style: _style, theme, refreshToken, ...fixed } = rest;
  const hasTheme = theme !== undefined;
  // JSON drops functions, and with them the listeners.
  return JSON.stringify({ ...fixed, hasTheme, canRefresh: refreshToken !== undefined });
}

function mountOptions(newest: { current: CashierProps }): CashierOptions {
  const { handleRef: _, className: _class, style: _style, refreshToken, ...props } = newest.current;
  const given = Object.entries(props).filter(([name]) => !listenerNames.has(name));
  const on = Object.fromEntries(
    widgetMessageTypes.map((type) => [
      type,
      (payload: unknown) => {
        const listener: unknown = Reflect.get(newest.current, listenerName(type));
        if (typeof listener === 'function') listener(payload);
      },
    ]),
  );
  return {
    ...(Object.fromEntries(given) as Pick<CashierOptions, 'url' | 'token'>),
    on,
    // Calls the latest function, as for the listeners.
    ...(refreshToken && { refreshToken: () => (newest.current.refreshToken ?? refreshToken)() }),
  };
}

function listenerName(type: CashierEventType): string {
  if (type.startsWith('on')) return type;
  return `on-${type}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

const listenerNames = new Set<string>(widgetMessageTypes.map(listenerName));
