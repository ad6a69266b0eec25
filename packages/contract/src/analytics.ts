import * as z from 'zod/mini';
import { decimalSchema } from './money.ts';

/** The analytics events of a deposit (§7). */
export const analyticsEventNames = [
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
] as const;

export type AnalyticsEventName = (typeof analyticsEventNames)[number];

/** The events that a withdrawal may send (§7). */
export const withdrawalEventNames: ReadonlySet<AnalyticsEventName> = new Set([
  'button',
  'error',
  'exit',
  'form_view',
  'input_field',
  'select_field',
  'submit',
]);

const shortText = z.string().check(z.maxLength(200));

/** The host's id of the player (§3 `userId`): no e-mail address, phone number or name matches. */
export const hostUserIdSchema = z.string().check(z.regex(/^[\w.:-]{1,128}$/));

/** The host's values that identify the sender of events (§3). The token identifies the player. */
export const analyticsHostShape = {
  host: z.optional(shortText),
  partnerKey: z.optional(shortText),
  userId: z.optional(hostUserIdSchema),
};

/** One analytics event with the payload of §3. It never holds typed values, except the amount. */
export const analyticsEventSchema = z
  .object({
    event: z.enum(analyticsEventNames),
    event_category: z.enum(['deposit', 'withdrawal']),
    currency: z.optional(shortText),
    deposit_method: z.optional(shortText),
    withdrawal_method: z.optional(shortText),
    method_type: z.optional(z.enum(['crypto', 'fiat', 'default'])),
    payment_region: z.optional(shortText),
    submit_amount: z.optional(decimalSchema),
    /** The pressed button of a `button` event. */
    button_name: z.optional(shortText),
    /** The type of an `error` event in a form: `regex_error`. */
    error_type: z.optional(shortText),
    field_name: z.optional(shortText),
    form_type: z.optional(shortText),
    /** The error code of a failed request (§8), for an `error` event. */
    error_code: z.optional(shortText),
    error_text: z.optional(shortText),
  })
  .check(
    z.refine(
      ({ event, event_category }) =>
        event_category === 'deposit' || withdrawalEventNames.has(event),
      'is not an event of a withdrawal',
    ),
  );

export type AnalyticsEvent = z.infer<typeof analyticsEventSchema>;
