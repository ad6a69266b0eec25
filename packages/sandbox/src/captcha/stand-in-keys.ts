/**
 * The accounts of the captcha stand-in, for a brand's file. They protect nothing and aren't secret.
 */
export const standInKeys = {
  geetest: { captchaId: 'stand-in-geetest', captchaKey: 'stand-in-geetest-key' },
  /** v2 with a box to tick. */
  recaptchaV2: { siteKey: 'stand-in-v2', secret: 'stand-in-v2-secret' },
  /** v2 of the invisible type. */
  recaptchaV2Invisible: {
    siteKey: 'stand-in-v2-invisible',
    secret: 'stand-in-v2-invisible-secret',
  },
  recaptchaV3: { siteKey: 'stand-in-v3', secret: 'stand-in-v3-secret' },
} as const;
