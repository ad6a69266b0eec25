import { abortReason } from '../../transport/abort.ts';
import { CaptchaError, type CaptchaErrorKind } from './captcha-error.ts';

/** The outcomes of a captcha; the first one counts. */
export interface Ending<Result> {
  solve(result: Result): void;
  fail(kind: CaptchaErrorKind, message: string): void;
}

/**
 * Turns callbacks into a promise. It rejects with the signal's reason as soon as the player leaves.
 * The function that `begin` returns cleans up once, whatever the outcome.
 */
export function settleOnce<Result>(
  signal: AbortSignal,
  begin: (ending: Ending<Result>) => () => void,
): Promise<Result> {
  if (signal.aborted) return Promise.reject(abortReason(signal));
  return new Promise((resolve, reject) => {
    let isOver = false;
    let cleanUp: (() => void) | null = null;
    const end = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener('abort', leave);
      cleanUp?.();
      settle();
    };
    const leave = () => end(() => reject(abortReason(signal)));
    signal.addEventListener('abort', leave);
    try {
      cleanUp = begin({
        solve: (result) => end(() => resolve(result)),
        fail: (kind, message) => end(() => reject(new CaptchaError(kind, message))),
      });
    } catch (error) {
      // A provider's script doesn't behave as documented.
      end(() => reject(new CaptchaError('unknown', String(error))));
    }
    // The captcha ended before `begin` returned.
    if (isOver) cleanUp?.();
  });
}
