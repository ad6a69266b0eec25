import type { CaptchaErrorKind } from './captcha-error.ts';

/** The captcha as the player sees it. */
export type CaptchaView =
  | { kind: 'idle' }
  | { kind: 'checking' }
  /** The player has to act; `cancel` ends the captcha. */
  | { kind: 'asking'; cancel: () => void }
  | { kind: 'failed'; why: CaptchaErrorKind }
  | { kind: 'solved' };
