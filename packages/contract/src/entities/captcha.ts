import * as z from 'zod/mini';

const text = (maxLength: number) => z.optional(z.string().check(z.maxLength(maxLength)));

/** A solved captcha as a creating call carries it (§7); which fields, its brand's kind decides. */
export const captchaSolutionSchema = z.object({
  geetestCaptchaOutput: text(8192),
  geetestGenTime: text(32),
  geetestLotNumber: text(128),
  geetestPassToken: text(1024),
  /** The answer of reCAPTCHA v2. */
  captchaResponse: text(8192),
  /** The answer of reCAPTCHA v3, for the action `p2pUserScore`. */
  captchaResponseV3: text(8192),
  /** The operator vouches for this player in the signed token: no captcha is solved (§7). */
  captchaBypass: z.optional(z.literal(true)),
  /** The payload of an ALTCHA widget: base64 of JSON `{challenge, solution}`. */
  altcha: text(8192),
});

export type CaptchaSolution = z.infer<typeof captchaSolutionSchema>;

/** The action that a reCAPTCHA v3 answer must be for (§7). */
export const recaptchaAction = 'p2pUserScore';

const hex = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^([0-9a-f]{2})+$/));

/** A proof-of-work challenge of ALTCHA, version 2, as its widget takes it. */
export const altchaChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int(),
    /** Whom the challenge was made for, as a digest. */
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

/** What the widget needs to show its brand's captcha. */
export const captchaChallengeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('altcha'), challenge: altchaChallengeSchema }),
  z.object({
    kind: z.literal('geetest'),
    captchaId: z.string(),
    /** The address of the provider's script; the page's policy allows it. */
    scriptUrl: z.string(),
  }),
  z.object({
    kind: z.literal('recaptcha'),
    /** The address of the provider's script, without its query; the page's policy allows it. */
    scriptUrl: z.string(),
    /** Null where the brand doesn't ask for that version's answer. */
    siteKey: z.nullable(z.string()),
    /** Whether `siteKey` is of v2's invisible type; else a box is ticked. */
    isInvisible: z.boolean(),
    siteKeyV3: z.nullable(z.string()),
  }),
  /** The operator vouches for the player: nothing is shown, `captchaBypass` is sent. */
  z.object({ kind: z.literal('bypass') }),
]);

export type CaptchaChallenge = z.infer<typeof captchaChallengeSchema>;
