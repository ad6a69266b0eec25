import type { WidgetToHost } from '@kassa/contract';
import {
  type Check,
  either,
  hasFields,
  isNumber,
  isOneOf,
  isRecord,
  isText,
  optional,
} from './checks.ts';

export type WidgetMessageType = WidgetToHost['messageType'];
type MessageOf<Type extends WidgetMessageType> = Extract<WidgetToHost, { messageType: Type }>;

/**
 * The argument of a message's listener: the payload, or for a message without one its other fields
 * (`Loaded` carries `version` beside `messageType`, §7).
 */
export type WidgetEventPayload<Type extends WidgetMessageType> =
  MessageOf<Type> extends { payload: infer Payload }
    ? Payload
    : Omit<MessageOf<Type>, 'messageType'>;

type Shapes = { [Type in WidgetMessageType]: Check<Omit<MessageOf<Type>, 'messageType'>> };

const bare = hasFields<object>({});
const maybeText = optional(isText);

function carries<Payload>(
  fields: Parameters<typeof hasFields<Payload>>[0],
): Check<{ payload: Payload }> {
  return hasFields({ payload: hasFields<Payload>(fields) });
}

/**
 * The contract's messages as far as a host must check them: the type of every field. The widget
 * ensures the lengths of texts and which fields go together. The compiler compares this table with
 * the contract, and a test compares it with the schemas.
 */
const shapes: Shapes = {
  Loaded: hasFields({ version: isText }),
  onInit: bare,
  onInitError: carries({ message: isText }),
  FullLoaded: bare,
  onClose: bare,
  tokenExpired: bare,
  resize: carries({ height: isNumber }),
  navigate: carries({ path: isText }),
  depositStatus: carries({ depositId: isText, status: isText }),
  externalRedirect: carries({ depositId: isText, paymentType: maybeText, paymentMethod: isText }),
  Metric: carries({ name: isText, value: either(isText, isNumber) }),
  onLocaleError: carries({ message: isText }),
  'reconnect-attempt': carries({ attempt: isNumber, url: isText }),
  onAnalyticsEvent: carries({
    event: isOneOf(
      'bonus_activated',
      'button',
      'error',
      'exit',
      'form_view',
      'input_field',
      'payment_session_started',
      'redirect',
      'select_field',
      'submit',
    ),
    event_category: isOneOf('deposit', 'withdrawal'),
    currency: maybeText,
    deposit_method: maybeText,
    withdrawal_method: maybeText,
    method_type: optional(isOneOf('crypto', 'fiat', 'default')),
    payment_region: maybeText,
    submit_amount: maybeText,
    button_name: maybeText,
    error_type: maybeText,
    field_name: maybeText,
    form_type: maybeText,
    error_code: maybeText,
    error_text: maybeText,
  }),
  onShare: carries({ text: isText }),
  onCopyToBuffer: carries({ text: isText }),
  onInvalidP2PResponse: carries({ paymentType: maybeText, paymentMethod: isText, message: isText }),
};

/** Every message type of this version's widget, for hosts that listen to all of them. */
export const widgetMessageTypes = Object.keys(shapes) as readonly WidgetMessageType[];

/** Whether a name is one of {@link widgetMessageTypes}. */
export function isWidgetMessageType(name: unknown): name is WidgetMessageType {
  return isText(name) && Object.hasOwn(shapes, name);
}

/**
 * Decodes the data of a window message: a JSON string of a known type with that type's fields.
 * Returns null for anything else, including a newer widget's messages.
 */
export function decodeWidgetMessage(data: unknown): WidgetToHost | null {
  if (!isText(data)) return null;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return null;
  }
  return isWidgetMessage(message) ? message : null;
}

/** Returns the argument for a message's listeners. */
export function payloadOf(message: WidgetToHost): object {
  if ('payload' in message) return message.payload;
  const { messageType: _, ...rest } = message;
  return rest;
}

function isWidgetMessage(message: unknown): message is WidgetToHost {
  if (!isRecord(message)) return false;
  const { messageType } = message;
  return isWidgetMessageType(messageType) && shapes[messageType](message);
}
