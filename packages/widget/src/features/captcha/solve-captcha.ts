import type { CaptchaSolution } from '@kassa/contract';
import type { Session } from '../../session/session.ts';
import type { CaptchaStage } from './captcha-stage.ts';
import { loadCode } from './load-code.ts';

/**
 * Asks the server for the brand's captcha and solves it (§4). The code of its kind and the
 * provider's script are loaded only now.
 * @throws CaptchaError, a TransportError where the server can't be reached, or the signal's reason
 */
export async function solveCaptcha(
  { transport }: Pick<Session, 'transport'>,
  stage: CaptchaStage,
): Promise<CaptchaSolution> {
  const { signal } = stage;
  const challenge = await transport.call('captcha-challenge', {}, { signal });
  switch (challenge.kind) {
    case 'bypass':
      return { captchaBypass: true };
    case 'altcha': {
      const { solveAltcha } = await loadCode(() => import('./altcha/solve-altcha.ts'), signal);
      return solveAltcha(challenge, stage);
    }
    case 'geetest': {
      const { solveGeetest } = await loadCode(() => import('./geetest/solve-geetest.ts'), signal);
      // The server verifies with its own account, so its id counts, and never the host's (§3).
      return solveGeetest(challenge, stage);
    }
    case 'recaptcha': {
      const { solveRecaptcha } = await loadCode(
        () => import('./recaptcha/solve-recaptcha.ts'),
        signal,
      );
      return solveRecaptcha(challenge, stage);
    }
  }
}
