import * as z from 'zod/mini';

const text = (maxLength: number) => z.optional(z.string().check(z.maxLength(maxLength)));

/**
 * A captcha's solution as part of a creating call (§7); the brand's captcha kind determines the
 * fields.
 */
export const captchaSolutionSchema = z.object({
  geetestCaptchaOutput: text(8192),
  geetestGenTime: text(32),
  geetestLotNumber: text(128),
  geetestPassToken: text(1024),
  /** The response token of reCAPTCHA v2. */
  captchaResponse: text(8192),
  /** The response token of reCAPTCHA v3, for the action `p2pUserScore`. */
  captchaResponseV3: text(8192),
  /** The operator exempts this player in the signed token, so no captcha is solved (§7). */
  captchaBypass: z.optional(z.literal(true)),
  /** The payload of an ALTCHA widget: base64 of JSON `{challenge, solution}`. */
  altcha: text(8192),
});

export type CaptchaSolution = z.infer<typeof captchaSolutionSchema>;

/** The required action of a reCAPTCHA v3 token (§7). */
export const recaptchaAction = 'p2pUserScore';

const hex = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^([0-9a-f]{2})+$/));

/** A proof-of-work challenge of ALTCHA, version 2, in its widget's format. */
export const altchaChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int(),
    /** The digest of the player for whom the challenge was made. */
    data: z.object({ subject: z.string() }),
    /** Epoch seconds. */
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: hex(64),
    keySignature: hex(64),
    nonce: hex(64),
    salt: hex(64),
  }),
  signature: hex(64),
});

export type AltchaChallenge = z.infer<typeof altchaChallengeSchema>;

/** The data with which the widget shows its brand's captcha. */
export const captchaChallengeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('altcha'), challenge: altchaChallengeSchema }),
  z.object({
    kind: z.literal('geetest'),
    captchaId: z.string(),
    /** The address of the provider's script; the page's Content-Security-Policy allows it. */
    scriptUrl: z.string(),
  }),
  z.object({
    kind: z.literal('recaptcha'),
    /**
     * The address of the provider's script, without its query; the page's Content-Security-Policy
     * allows it.
     */
    scriptUrl: z.string(),
    /** Null if the brand doesn't use v2; likewise `siteKeyV3` for v3. */
    siteKey: z.nullable(z.string()),
    /** Whether `siteKey` belongs to v2's invisible type; otherwise the player ticks a box. */
    isInvisible: z.boolean(),
    siteKeyV3: z.nullable(z.string()),
  }),
  /** The operator exempts the player: the widget shows nothing and sends `captchaBypass`. */
  z.object({ kind: z.literal('bypass') }),
]);

export type CaptchaChallenge = z.infer<typeof captchaChallengeSchema>;
