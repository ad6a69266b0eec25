import {
  type HostData,
  type HostToWidget,
  hostToWidgetSchema,
  type WidgetToHost,
  widgetToHostSchema,
} from '@kassa/contract';
import { decodeHostData } from './decode-host-data.ts';

/** Decodes a message of the host; null where it doesn't match the contract. */
export function decodeHostMessage(data: unknown): HostToWidget | null {
  if (typeof data !== 'string') return null;
  try {
    return hostToWidgetSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Encodes a message to the host. Returns null for a message that doesn't match the contract: that
 * is a bug in the widget, which is reported in the console.
 */
export function encodeWidgetMessage(message: WidgetToHost): string | null {
  const parsed = widgetToHostSchema.safeParse(message);
  if (parsed.success) return JSON.stringify(parsed.data);
  console.error(`The message ${message.messageType} does not match the contract.`, parsed.error);
  return null;
}

/**
 * Decodes the host's data. Invalid fields are reported in the words of §8 and get their defaults.
 */
export function readHostData(payload: unknown, send: (message: WidgetToHost) => void): HostData {
  const { data, incorrect } = decodeHostData(payload);
  if (incorrect.length > 0) {
    const value = incorrect.join(', ').slice(0, 500);
    send({ messageType: 'Metric', payload: { name: 'Incorrect data from host', value } });
  }
  return data;
}
