import * as z from 'zod/mini';

const secretSchema = z.string().check(z.minLength(8));

/** How long a provider's answer is waited for: a player is waiting too. */
const timeoutSchema = z._default(z.number().check(z.positive(), z.maximum(10_000)), 5_000);

/** A script that the page may load; its origin becomes a word of the page's policy. */
const scriptUrlSchema = z
  .url()
  .check(
    z.refine(
      (url) => /^https?:\/\/[a-z0-9.:[\]-]+$/i.test(URL.parse(url)?.origin ?? ''),
      'must be the http address of a script',
    ),
  );

/** A brand's captcha: built in, or a provider's that the brand has an account with. */
export const captchaSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('altcha') }),
  z.strictObject({
    kind: z.literal('geetest'),
    captchaId: z.string().check(z.minLength(1)),
    captchaKey: secretSchema,
    apiUrl: z._default(z.url(), 'https://gcaptcha4.geetest.com'),
    /** What the widget loads; with the other hosts it needs, allowed by the page's policy. */
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
          /** As the key was made: only whom it doubts is shown something. Else a box is ticked. */
          isInvisible: z._default(z.boolean(), false),
        }),
      ),
      v3: z.optional(
        z.strictObject({
          siteKey: z.string(),
          secret: secretSchema,
          /** 0 to 1: from which score on a player is let through. */
          minScore: z.number().check(z.minimum(0), z.maximum(1)),
        }),
      ),
      apiUrl: z._default(z.url(), 'https://www.google.com'),
      /** What the widget loads, without its query. */
      scriptUrl: z._default(scriptUrlSchema, 'https://www.google.com/recaptcha/api.js'),
      timeoutMs: timeoutSchema,
    })
    .check(
      z.refine(({ v2, v3 }) => v2 !== undefined || v3 !== undefined, 'needs "v2", "v3" or both'),
    ),
]);

export type CaptchaSettings = z.infer<typeof captchaSettingsSchema>;
export type GeetestConfig = Extract<CaptchaSettings, { kind: 'geetest' }>;
export type RecaptchaConfig = Extract<CaptchaSettings, { kind: 'recaptcha' }>;
