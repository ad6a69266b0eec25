/**
 * The reason for a missing solution (§8): the player closed the captcha, the solution expired
 * before its use, the provider's script failed to load, the provider can't be reached, or another
 * error.
 */
export type CaptchaErrorKind = 'closed' | 'expired' | 'scriptFailed' | 'network' | 'unknown';

/** A captcha that was not solved. The message is for logs; the player reads a text for the kind. */
export class CaptchaError extends Error {
  readonly kind: CaptchaErrorKind;

  constructor(kind: CaptchaErrorKind, message: string) {
    super(message);
    this.name = 'CaptchaError';
    this.kind = kind;
  }
}
