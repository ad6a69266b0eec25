/*
 * The host protocol (§4, §7). Every message is a JSON string {messageType, payload?}.
 * docs/host-protocol.md shows each with an example.
 *
 *   host page or app                     widget (iframe or web view)
 *       │   ◀── Loaded {version} ──────────── │   repeated until answered; data-free, so to '*'
 *       │ ─── loaded {payload: HostData} ───▶ │   from an allowed origin only; fixes the origin
 *       │   ◀── onInit ────────────────────── │   signed in and locale loaded (else onInitError)
 *       │   ◀── FullLoaded ────────────────── │   the first screen is usable
 *       │   ◀── resize, navigate, depositStatus, Metric, onAnalyticsEvent, onLocaleError …
 *       │   ◀── onCopyToBuffer, onShare ───── │   a native app does what a web view can't
 *       │ ─── bonus-list-updated ───────────▶ │
 *       │ ─── theme-updated ────────────────▶ │
 *       │   ◀── tokenExpired ──────────────── │
 *       │ ─── token-updated ────────────────▶ │
 *       │   ◀── onClose ───────────────────── │   the player pressed close
 *       │ ─── close ────────────────────────▶ │   the host wants it closed: answered with onClose
 */
import * as z from 'zod/mini';
import { analyticsEventSchema } from './analytics.ts';
import { bonusSchema } from './entities/bonus.ts';
import { experimentSchema } from './entities/experiment.ts';
import { platforms } from './entities/platform.ts';
import { isSafeLink } from './links.ts';
import { normalizeCurrency } from './normalize-currency.ts';
import { themeSchema, themeTokensSchema } from './theme.ts';

export const transportNames = ['socket', 'http'] as const;
export const widgetViewTypes = ['main', 'sweep'] as const;

const pictureAddressSchema = z.string().check(
  z.maxLength(2048),
  z.refine((link) => /^https:/i.test(link) && isSafeLink(link), 'must be an https address'),
);

/** The data that a host sends on start, with the defaults of §3. */
export const hostDataSchema = z.object({
  /** The signed player token. */
  token: z._default(z.string(), ''),
  /** BCP 47. */
  locale: z._default(z.string(), 'en-US'),
  /** The region shown first; by default the country of the token, else §3's default. */
  paymentGeo: z.optional(z.string()),
  /** The currency that the player pays in; the account's if it is missing or not on offer. */
  currency: z.optional(z.string().check(z.overwrite(normalizeCurrency))),
  userId: z._default(z.string(), ''),
  closingButton: z._default(z.boolean(), true),
  /** The words of the button that leads back to the site after a success: 40 characters at most. */
  backLabel: z.optional(
    z.string().check(z.trim(), z.regex(/^[^<>\p{Cc}\u202a-\u202e\u2066-\u2069]{1,40}$/u)),
  ),
  /** The host sets the frame's height to the value of `resize`. */
  autoHeight: z._default(z.boolean(), false),
  transport: z._default(z.enum(transportNames), 'socket'),
  platform: z.optional(z.enum(platforms)),
  /** The main cashier, or the sweepstake cashier. */
  widgetViewType: z._default(z.enum(widgetViewTypes), 'main'),
  platformVersion: z._default(z.string(), 'redesign'),
  /** The host runs as an installed web app. */
  pwa: z._default(z.boolean(), false),
  /** The host is a mobile app. */
  isMobileApp: z._default(z.boolean(), false),
  /** The bonus selected at first. */
  bonusId: z.optional(z.string()),
  bonusList: z._default(z.array(bonusSchema), []),
  experiments: z._default(z.array(experimentSchema), []),
  /** Name of the host site, for analytics. */
  host: z._default(z.string(), ''),
  xOrigin: z._default(z.string(), ''),
  partnerKey: z._default(z.string(), ''),
  schema: z._default(
    z.object({
      meta: z._default(
        z.object({
          geetestCaptchaId: z.optional(z.string()),
          isCryptoBonusAvailable: z._default(z.boolean(), false),
          showCryptoInstruction: z._default(z.boolean(), false),
        }),
        { isCryptoBonusAvailable: false, showCryptoInstruction: false },
      ),
    }),
    { meta: { isCryptoBonusAvailable: false, showCryptoInstruction: false } },
  ),
  /** The host's own pictures, by https address. */
  assets: z._default(z.object({ badge: z.optional(pictureAddressSchema) }), {}),
  theme: z.optional(themeSchema),
  /** The host's values of design tokens. */
  themeTokens: z._default(themeTokensSchema, {}),
});

export type HostData = z.infer<typeof hostDataSchema>;
/** Host data as sent: fields with a default are optional. */
export type HostDataInput = z.input<typeof hostDataSchema>;

/**
 * Messages from the host to the widget. Lists are decoded entry by entry, so that an invalid entry
 * is dropped alone.
 */
export const hostToWidgetSchema = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('loaded'), payload: z.optional(z.unknown()) }),
  z.object({ messageType: z.literal('close') }),
  z.object({
    messageType: z.literal('token-updated'),
    payload: z.object({ token: z.string() }),
  }),
  z.object({
    messageType: z.literal('theme-updated'),
    payload: z.object({ theme: z.optional(z.unknown()), themeTokens: z.optional(z.unknown()) }),
  }),
  z.object({
    messageType: z.literal('bonus-list-updated'),
    payload: z.object({ bonusList: z.array(z.unknown()) }),
  }),
]);

export type HostToWidget = z.infer<typeof hostToWidgetSchema>;

const message = <const Type extends string, Payload extends z.ZodMiniType>(
  messageType: Type,
  payload: Payload,
) => z.object({ messageType: z.literal(messageType), payload });

/** The method of a deposit. */
const methodFields = {
  /** Undefined from a widget of the release before. */
  paymentType: z.optional(z.string()),
  /** @deprecated The same as `paymentType`, for one release. */
  paymentMethod: z.string(),
};

/** Messages from the widget to the host. */
export const widgetToHostSchema = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('Loaded'), version: z.string() }),
  z.object({ messageType: z.literal('onInit') }),
  message('onInitError', z.object({ message: z.string() })),
  z.object({ messageType: z.literal('FullLoaded') }),
  z.object({ messageType: z.literal('onClose') }),
  z.object({ messageType: z.literal('tokenExpired') }),
  /** The height of the current screen's content in CSS px; sent only with `autoHeight`. */
  message('resize', z.object({ height: z.number() })),
  /** The screen's path under the product. */
  message('navigate', z.object({ path: z.string() })),
  message('depositStatus', z.object({ depositId: z.string(), status: z.string() })),
  /** The player goes to a provider's page, for a method that notifies the host (§4). */
  message('externalRedirect', z.object({ depositId: z.string(), ...methodFields })),
  message('Metric', z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })),
  message('onLocaleError', z.object({ message: z.string() })),
  message(
    'reconnect-attempt',
    z.object({ attempt: z.number(), /** without its query */ url: z.string() }),
  ),
  message('onAnalyticsEvent', analyticsEventSchema),
  /** The player of a web view shares a text (an address to pay to). */
  message('onShare', z.object({ text: z.string() })),
  /** The player of a web view copies a text to the clipboard. */
  message('onCopyToBuffer', z.object({ text: z.string() })),
  message('onInvalidP2PResponse', z.object({ ...methodFields, message: z.string() })),
]);

export type WidgetToHost = z.infer<typeof widgetToHostSchema>;
