import type { CaptchaErrorKind } from './captcha-error.ts';

/** What the player sees of a captcha. */
export type CaptchaView =
  | { kind: 'idle' }
  | { kind: 'checking' }
  /** It is the player's turn; `cancel` ends it. */
  | { kind: 'asking'; cancel: () => void }
  | { kind: 'failed'; why: CaptchaErrorKind }
  | { kind: 'solved' };
