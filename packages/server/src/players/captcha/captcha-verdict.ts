/** What is to be said of a captcha solution. Only `solved` lets anyone through. */
export type CaptchaVerdict =
  | {
      kind: 'solved';
      /** What makes the solution one of a kind: none of these may have been seen before. */
      marks: string[];
      /** From when on the solution wouldn't pass by itself. */
      expiresAt: Date;
    }
  /** Not there, wrong, expired, someone else's. */
  | { kind: 'refused'; reason: string }
  /** Nobody could say: no answer, or none that can be read. */
  | { kind: 'undecided'; reason: string };
