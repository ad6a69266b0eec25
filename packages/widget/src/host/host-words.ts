import {
  type HostData,
  type HostToWidget,
  hostToWidgetSchema,
  type WidgetToHost,
  widgetToHostSchema,
} from '@kassa/contract';
import { decodeHostData } from './decode-host-data.ts';

/** Reads a message of the host's; null where it is none of the contract's. */
export function decodeHostMessage(data: unknown): HostToWidget | null {
  if (typeof data !== 'string') return null;
  try {
    return hostToWidgetSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Writes a message to the host as the contract has it; null for one that isn't the contract's, which
 * is a fault of ours: it is reported and never sent.
 */
export function encodeWidgetMessage(message: WidgetToHost): string | null {
  const parsed = widgetToHostSchema.safeParse(message);
  if (parsed.success) return JSON.stringify(parsed.data);
  console.error(`The message ${message.messageType} is not as the contract has it.`, parsed.error);
  return null;
}

/** Reads the host's data; what is wrong in it is reported in the words of §8 and gets its default. */
export function readHostData(payload: unknown, send: (message: WidgetToHost) => void): HostData {
  const { data, incorrect } = decodeHostData(payload);
  if (incorrect.length > 0) {
    const value = incorrect.join(', ').slice(0, 500);
    send({ messageType: 'Metric', payload: { name: 'Incorrect data from host', value } });
  }
  return data;
}
