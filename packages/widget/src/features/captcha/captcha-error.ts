/**
 * Why there is no solution (§8): the player closed the captcha; the solution grew old before it was
 * used; the provider's script can't be had; the provider can't be reached; or something else.
 */
export type CaptchaErrorKind = 'closed' | 'expired' | 'scriptFailed' | 'network' | 'unknown';

/** A captcha that was not solved. Its message is for logs; the player reads words for its kind. */
export class CaptchaError extends Error {
  readonly kind: CaptchaErrorKind;

  constructor(kind: CaptchaErrorKind, message: string) {
    super(message);
    this.name = 'CaptchaError';
    this.kind = kind;
  }
}
