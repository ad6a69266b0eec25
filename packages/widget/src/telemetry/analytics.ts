import {
  type AnalyticsEvent,
  type CallName,
  type HostData,
  hostUserIdSchema,
  type PaymentMethod,
  withdrawalEventNames,
} from '@kassa/contract';
import type { HostBridge } from '../host/host-bridge.ts';
import type { Transport } from '../transport/transport.ts';
import { isRetryable, TransportError } from '../transport/transport-error.ts';
import { type BatchQueue, createBatchQueue } from './batch-queue.ts';

/** The part of the session that analytics uses. */
export interface AnalyticsSession {
  bridge: Pick<HostBridge, 'send' | 'isNative'>;
  transport: Pick<Transport, 'call'>;
  hostData: AnalyticsHost;
  /** Returns the payload that every event of a category has (§3). */
  describeEvent: (category: AnalyticsEvent['event_category']) => EventPayload;
}

/** The host's values that the server's analytics receive (§3). */
type AnalyticsHost = Pick<HostData, 'host' | 'partnerKey' | 'userId'> & {
  platform?: string | undefined;
};

/** The payload of §3 that every event has. Only `submit` also has `submit_amount`. */
export type EventPayload = Pick<
  AnalyticsEvent,
  | 'event_category'
  | 'currency'
  | 'deposit_method'
  | 'withdrawal_method'
  | 'method_type'
  | 'payment_region'
>;

/** An event as a screen passes it: by default of a deposit. */
export type AnalyticsEventInput = Omit<AnalyticsEvent, 'event_category'> & {
  event_category?: AnalyticsEvent['event_category'];
};

const longestText = 200;
const delayMs = 5000;
/** A batch of this size stays far below the 64 kB that a closing page may still send. */
const batchSize = 20;

/** One queue per session, by the session's transport. */
const queues = new WeakMap<AnalyticsSession['transport'], BatchQueue<AnalyticsEvent>>();

/**
 * Sends an analytics event (§7): to the host at once, and to the server in batches that survive the
 * page's end. A withdrawal's event that isn't listed is dropped. Never throws.
 */
export function sendAnalytics(session: AnalyticsSession, input: AnalyticsEventInput): void {
  const { event_category = 'deposit' } = input;
  const event = clip({ ...session.describeEvent(event_category), ...input });
  if (event.event_category === 'withdrawal' && !withdrawalEventNames.has(event.event)) return;
  session.bridge.send({ messageType: 'onAnalyticsEvent', payload: event });
  const queue = queues.get(session.transport) ?? openQueue(session);
  queue.add(event);
}

/**
 * Sends the events of an invalid form (§5): one per field whose rule failed, in the form's order.
 */
export function sendFieldErrors(
  session: AnalyticsSession,
  form: { formType: string; fieldNames: readonly string[] } & Partial<
    Omit<AnalyticsEventInput, 'event'>
  >,
): void {
  const { formType, fieldNames, ...payload } = form;
  for (const name of fieldNames) {
    sendAnalytics(session, {
      ...payload,
      event: 'error',
      error_type: 'regex_error',
      field_name: name,
      form_type: formType,
    });
  }
}

/**
 * Sends the event of a failed request (§8): its status, or its code if there was no response, and
 * the message.
 * @param flow - the flow that the player is in
 */
export function sendRequestFailure(
  session: AnalyticsSession,
  call: CallName,
  error: TransportError,
  flow: AnalyticsEvent['event_category'],
): void {
  sendAnalytics(session, {
    event: 'error',
    event_category: categoryOf(call, flow),
    error_code: error.status === 0 ? error.code : String(error.status),
    error_text: error.message,
  });
}

/** Both flows make the calls that neither has in its name: player, regions, rates, saved details. */
function categoryOf(call: CallName, flow: AnalyticsEvent['event_category']) {
  if (/withdrawal|nigeria|enquiry|recoup/.test(call)) return 'withdrawal';
  return /deposit|payment-v3|session|boxes/.test(call) ? 'deposit' : flow;
}

/**
 * Returns the part of the payload that names a chosen method (§3).
 * @param method - only its name, if no more is known; null if none is chosen
 */
export function describeChosenMethod(
  category: AnalyticsEvent['event_category'],
  method: Pick<PaymentMethod, 'name' | 'category'> | string | null,
): EventPayload {
  if (method === null) return { event_category: category, method_type: 'default' };
  const named = category === 'deposit' ? 'deposit_method' : 'withdrawal_method';
  if (typeof method === 'string') {
    return { event_category: category, [named]: method, method_type: 'default' };
  }
  return {
    event_category: category,
    [named]: method.name,
    method_type: method.category === 'crypto' ? 'crypto' : 'fiat',
  };
}

function openQueue(session: AnalyticsSession): BatchQueue<AnalyticsEvent> {
  const { transport } = session;
  const queue = createBatchQueue<AnalyticsEvent>({
    batchSize,
    delayMs,
    send: async (events, isLast) => {
      try {
        const request = { events, ...describeSender(session) };
        await transport.call('events', request, { keepalive: isLast });
      } catch (error) {
        // A rejected event would be rejected again; only an event that the server didn't receive is
        // kept.
        if (error instanceof TransportError && isRetryable(error)) throw error;
      }
    },
  });
  queues.set(transport, queue);
  return queue;
}

/** Returns the sender of a batch, without a `userId` that may be a name or an e-mail address. */
function describeSender({ bridge, hostData }: AnalyticsSession) {
  const { host, partnerKey, userId, platform } = hostData;
  return {
    ...(host !== '' && { host: host.slice(0, longestText) }),
    ...(partnerKey !== '' && { partnerKey: partnerKey.slice(0, longestText) }),
    ...(hostUserIdSchema.safeParse(userId).success && { userId }),
    ...(bridge.isNative && { isNative: true, ...(platform && { platform }) }),
  };
}

function clip(event: AnalyticsEvent): AnalyticsEvent {
  const entries = Object.entries(event).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, longestText) : value,
  ]);
  // The type is still right: only texts were shortened.
  return Object.fromEntries(entries) as AnalyticsEvent;
}
