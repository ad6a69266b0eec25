import type { WidgetToHost } from '@kassa/contract';

export type WidgetMessageType = WidgetToHost['messageType'];
type MessageOf<Type extends WidgetMessageType> = Extract<WidgetToHost, { messageType: Type }>;

/**
 * What a listener for a message receives: its payload, or for a message without one whatever else
 * it carries (`Loaded` carries `version` beside `messageType`, §7).
 */
export type WidgetEventPayload<Type extends WidgetMessageType> =
  MessageOf<Type> extends { payload: infer Payload }
    ? Payload
    : Omit<MessageOf<Type>, 'messageType'>;

type TypeName<Value> = Value extends string ? 'string' : Value extends number ? 'number' : never;
type Shapes = {
  [Type in WidgetMessageType]: {
    [Field in keyof WidgetEventPayload<Type>]: readonly TypeName<WidgetEventPayload<Type>[Field]>[];
  };
};

/**
 * The contract's messages as far as a host must check them, without shipping a schema library to
 * every host page. The compiler holds the table to the contract, and a test holds it to the schemas.
 */
const shapes: Shapes = {
  Loaded: { version: ['string'] },
  onInit: {},
  onInitError: { message: ['string'] },
  FullLoaded: {},
  onClose: {},
  tokenExpired: {},
  resize: { height: ['number'] },
  navigate: { path: ['string'] },
  depositStatus: { depositId: ['string'], status: ['string'] },
  Metric: { name: ['string'], value: ['string', 'number'] },
  onLocaleError: { message: ['string'] },
  'reconnect-attempt': { attempt: ['number'], url: ['string'] },
};

/** Every message type that a widget of this version sends, for hosts that listen to all of them. */
export const widgetMessageTypes = Object.keys(shapes) as readonly WidgetMessageType[];

/**
 * Decodes what a window message carries: a JSON string of a known type with the fields of that type.
 * Anything else, a newer widget's messages included, is null.
 */
export function decodeWidgetMessage(data: unknown): WidgetToHost | null {
  if (typeof data !== 'string') return null;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return null;
  }
  return isWidgetMessage(message) ? message : null;
}

/** What the listeners of a message receive. */
export function payloadOf(message: WidgetToHost): object {
  if ('payload' in message) return message.payload;
  const { messageType: _, ...rest } = message;
  return rest;
}

function isWidgetMessage(message: unknown): message is WidgetToHost {
  if (!isRecord(message)) return false;
  const { messageType, payload = message } = message;
  if (typeof messageType !== 'string' || !Object.hasOwn(shapes, messageType)) return false;
  if (!isRecord(payload)) return false;
  const shape: Record<string, readonly string[]> = shapes[messageType as WidgetMessageType];
  return Object.entries(shape).every(([field, types]) => types.includes(typeof payload[field]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
