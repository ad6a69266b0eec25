import { abortReason } from '../../transport/abort.ts';
import { CaptchaError, type CaptchaErrorKind } from './captcha-error.ts';

/** The ways in which a captcha ends; the first one counts. */
export interface Ending<Result> {
  solve(result: Result): void;
  fail(kind: CaptchaErrorKind, message: string): void;
}

/**
 * Runs what ends by callbacks. Rejects with the signal's reason as soon as the player leaves. What
 * `begin` gives back cleans up, once, however it ends.
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
      // A provider's script that doesn't do what its documentation says.
      end(() => reject(new CaptchaError('unknown', String(error))));
    }
    // It ended before it had anything to clean up with.
    if (isOver) cleanUp?.();
  });
}
