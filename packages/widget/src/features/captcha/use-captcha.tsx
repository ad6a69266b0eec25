import type { CaptchaSolution } from '@kassa/contract';
import { type ReactNode, useCallback } from 'react';
import { CaptchaError } from './captcha-error.ts';

/** The captcha of a form whose method asks for one. */
export interface Captcha {
  /**
   * Has the player, or their device, solve the brand's captcha, a fresh one each time. Rejects with
   * a CaptchaError, a TransportError where the server can't be asked, or the signal's reason.
   */
  solve(signal: AbortSignal): Promise<CaptchaSolution>;
  /** What the player sees of it, above the button: nothing until it is asked for. */
  element: ReactNode;
}

/** The brand's captcha (§4): which kind it is the server says, each time it is asked for. */
export function useCaptcha(): Captcha {
  const solve = useCallback(async (): Promise<CaptchaSolution> => {
    throw new CaptchaError('unknown', 'Captcha data empty');
  }, []);
  return { solve, element: null };
}
