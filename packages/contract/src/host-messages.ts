/*
 * The host protocol (§4, §7). Every message is a JSON string {messageType, payload?}.
 *
 *   host page                            widget (iframe)
 *       │   ◀── Loaded {version} ──────────── │   repeated until answered; data-free, so to '*'
 *       │ ─── loaded {payload: HostData} ───▶ │   from an allowed origin only; fixes the origin
 *       │   ◀── onInit ────────────────────── │   signed in and locale loaded
 *       │   ◀── FullLoaded ────────────────── │   the first screen is usable
 *       │   ◀── resize, navigate, Metric, onAnalyticsEvent, depositStatus, tokenExpired …
 *       │ ─── token-updated, theme-updated ─▶ │
 *       │   ◀── onClose ───────────────────── │   the player pressed close
 *       │ ─── close ────────────────────────▶ │
 */
import * as z from 'zod/mini';

export const themeSchema = z.enum(['light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

/** What a host tells the widget on start, with the defaults of §3. */
export const hostDataSchema = z.object({
  token: z._default(z.string(), ''),
  locale: z._default(z.string(), 'en-US'),
  /** The region whose methods are shown first. */
  paymentGeo: z._default(z.string(), 'RU'),
  currency: z.optional(z.string()),
  userId: z._default(z.string(), ''),
  closingButton: z._default(z.boolean(), true),
  transport: z._default(z.enum(['socket', 'http']), 'socket'),
  platform: z.optional(z.enum(['desktop', 'mobile', 'android', 'ios'])),
  theme: z.optional(themeSchema),
});

export type HostData = z.infer<typeof hostDataSchema>;
/** What a host may leave out. */
export type HostDataInput = z.input<typeof hostDataSchema>;

/** Messages from the host to the widget. */
export const hostToWidgetSchema = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('loaded'), payload: z.optional(z.unknown()) }),
  z.object({ messageType: z.literal('close') }),
  z.object({ messageType: z.literal('token-updated'), payload: z.object({ token: z.string() }) }),
  z.object({ messageType: z.literal('theme-updated'), payload: z.object({ theme: themeSchema }) }),
]);

export type HostToWidget = z.infer<typeof hostToWidgetSchema>;

const message = <const Type extends string, Payload extends z.ZodMiniType>(
  messageType: Type,
  payload: Payload,
) => z.object({ messageType: z.literal(messageType), payload });

/** Messages from the widget to the host. */
export const widgetToHostSchema = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('Loaded'), version: z.string() }),
  z.object({ messageType: z.literal('onInit') }),
  message('onInitError', z.object({ message: z.string() })),
  z.object({ messageType: z.literal('FullLoaded') }),
  z.object({ messageType: z.literal('onClose') }),
  z.object({ messageType: z.literal('tokenExpired') }),
  message('resize', z.object({ height: z.number() })),
  message('navigate', z.object({ path: z.string() })),
  message('depositStatus', z.object({ depositId: z.string(), status: z.string() })),
  message('Metric', z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })),
  message('onLocaleError', z.object({ message: z.string() })),
  message(
    'reconnect-attempt',
    z.object({ attempt: z.number(), /** without its query */ url: z.string() }),
  ),
]);

export type WidgetToHost = z.infer<typeof widgetToHostSchema>;
