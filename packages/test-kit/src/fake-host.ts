import {
  type HostData,
  type HostToWidget,
  type WidgetToHost,
  widgetToHostSchema,
} from '@kassa/contract';
import { buildHostData } from './build-host-data.ts';

/** A message event with the fields that the widget reads; they may be forged. */
interface FakeMessage {
  data?: unknown;
  origin?: string;
  source?: unknown;
}

/** A host page around the widget, as seen from the widget's window. */
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
    /** The widget's messages, each validated against the contract. */
    sent,
    /** Posts a message to the widget, by default from this host's window and origin. */
    post: (message: FakeMessage) => {
      // Only these three fields of an event are ever read.
      const event = { origin, source: parent, ...message } as MessageEvent;
      for (const listener of listeners) listener(event);
    },
    /** Sends a message of the contract. */
    say(message: HostToWidget): void {
      this.post({ data: JSON.stringify(message) });
    },
  };
}

/** A host bridge for screens: it answers at once and records the sent messages. */
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
    /** Whether there is a listener. */
    hasListener: () => listeners.size > 0,
    /** Simulates a message of the host. */
    say: (message: HostToWidget) => {
      for (const listener of listeners) listener(message);
    },
  };
}
