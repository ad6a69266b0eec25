import {
  type HostData,
  type HostToWidget,
  type WidgetToHost,
  widgetToHostSchema,
} from '@kassa/contract';
import { buildHostData } from './build-host-data.ts';

/** A message event as far as the widget looks at it; fields may be false, as an attacker's would. */
interface FakeMessage {
  data?: unknown;
  origin?: string;
  source?: unknown;
}

/** A host page around the widget, seen from the widget's window. */
export function createFakeHost({ origin = 'https://host.example' }: { origin?: string } = {}) {
  const listeners = new Set<(event: MessageEvent) => void>();
  const sent: { message: WidgetToHost; targetOrigin: string }[] = [];
  const parent = {
    postMessage: (message: string, targetOrigin: string) => {
      sent.push({ message: widgetToHostSchema.parse(JSON.parse(message)), targetOrigin });
    },
  };
  return {
    /** Stands in for the widget's `window`. */
    window: {
      parent,
      addEventListener: (_type: 'message', listener: (event: MessageEvent) => void) => {
        listeners.add(listener);
      },
    },
    /** Everything the widget has sent, each message checked against the contract. */
    sent,
    /** Posts something to the widget; by default from this host's window and origin. */
    post: (message: FakeMessage) => {
      // Only these three fields of an event are ever read.
      const event = { origin, source: parent, ...message } as MessageEvent;
      for (const listener of listeners) listener(event);
    },
    /** Says something in the words of the contract. */
    say(message: HostToWidget): void {
      this.post({ data: JSON.stringify(message) });
    },
  };
}

/** A host bridge for screens: it answers at once and keeps what was sent. */
export function createFakeBridge(
  hostData: HostData = buildHostData(),
  { isNative = false }: { isNative?: boolean } = {},
) {
  const listeners = new Set<(message: HostToWidget) => void>();
  const sent: WidgetToHost[] = [];
  return {
    isNative,
    sent,
    connect: () => Promise.resolve(hostData),
    send: (message: WidgetToHost) => {
      sent.push(message);
    },
    onMessage: (listener: (message: HostToWidget) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Whether anybody listens. */
    hasListener: () => listeners.size > 0,
    /** The host says something. */
    say: (message: HostToWidget) => {
      for (const listener of listeners) listener(message);
    },
  };
}
