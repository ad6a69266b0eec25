import * as z from 'zod/mini';
import { evenIfInvalid } from '../ground/config/parse-settings.ts';

const secretSchema = z.string().check(z.minLength(8));

/** Timeout of a request to the captcha provider: a player is waiting. */
const timeoutSchema = z._default(z.number().check(z.positive(), z.maximum(10_000)), 5_000);

/**
 * A script that the page may load; its origin becomes a source in the page's policy. A browser takes an
 * address without its slashes for one of the page's own.
 */
const scriptUrlSchema = z
  .url()
  .check(
    z.refine(
      (url) =>
        /^https?:\/\//i.test(url) &&
        /^https?:\/\/[a-z0-9.:[\]-]+$/i.test(URL.parse(url)?.origin ?? ''),
      'must be the http address of a script',
    ),
  );

/** A brand's captcha: the built-in one, or a provider's with which the brand has an account. */
export const captchaSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('altcha') }),
  z.strictObject({
    kind: z.literal('geetest'),
    captchaId: z.string().check(z.minLength(1)),
    captchaKey: secretSchema,
    apiUrl: z._default(z.url(), 'https://gcaptcha4.geetest.com'),
    /**
     * The script that the widget loads; the page's policy allows it and the other hosts it needs.
     */
    scriptUrl: z._default(scriptUrlSchema, 'https://static.geetest.com/v4/gt4.js'),
    timeoutMs: timeoutSchema,
  }),
  z
    .strictObject({
      kind: z.literal('recaptcha'),
      v2: z.optional(
        z.strictObject({
          siteKey: z.string(),
          secret: secretSchema,
          /**
           * As set for the key: invisible, so that only suspicious players get a challenge, or a
           * checkbox.
           */
          isInvisible: z._default(z.boolean(), false),
        }),
      ),
      v3: z.optional(
        z.strictObject({
          siteKey: z.string(),
          secret: secretSchema,
          /** 0 to 1: the minimum score at which a player passes. */
          minScore: z.number().check(z.minimum(0), z.maximum(1)),
        }),
      ),
      apiUrl: z._default(z.url(), 'https://www.google.com'),
      /** The script that the widget loads, without its query. */
      scriptUrl: z._default(scriptUrlSchema, 'https://www.google.com/recaptcha/api.js'),
      timeoutMs: timeoutSchema,
    })
    .check(
      z.refine(({ v2, v3 }) => v2 !== undefined || v3 !== undefined, {
        error: 'needs "v2", "v3" or both',
        ...evenIfInvalid,
      }),
    ),
]);

export type CaptchaSettings = z.infer<typeof captchaSettingsSchema>;
export type GeetestConfig = Extract<CaptchaSettings, { kind: 'geetest' }>;
export type RecaptchaConfig = Extract<CaptchaSettings, { kind: 'recaptcha' }>;
