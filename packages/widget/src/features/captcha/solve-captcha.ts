import type { CaptchaSolution } from '@kassa/contract';
import type { Session } from '../../session/session.ts';
import { CaptchaError } from './captcha-error.ts';
import type { CaptchaStage } from './captcha-stage.ts';

/**
 * Asks the server for the brand's captcha and solves it (§4). The code of its kind and the
 * provider's script are loaded only now.
 * @throws CaptchaError, a TransportError where the server can't be reached, or the signal's reason
 */
export async function solveCaptcha(
  { transport, hostData }: Pick<Session, 'transport' | 'hostData'>,
  stage: CaptchaStage,
): Promise<CaptchaSolution> {
  const { signal } = stage;
  const challenge = await transport.call('captcha-challenge', {}, { signal });
  switch (challenge.kind) {
    case 'bypass':
      return { captchaBypass: true };
    case 'altcha': {
      const { solveAltcha } = await load(() => import('./altcha/solve-altcha.ts'));
      return solveAltcha(challenge, stage);
    }
    case 'geetest': {
      const { solveGeetest } = await load(() => import('./geetest/solve-geetest.ts'));
      // The server verifies with its own account, so its id counts. The host's id (§3) is used
      // where the server sends none.
      const captchaId = challenge.captchaId || (hostData.schema.meta.geetestCaptchaId ?? '');
      return solveGeetest({ ...challenge, captchaId }, stage);
    }
    case 'recaptcha': {
      const { solveRecaptcha } = await load(() => import('./recaptcha/solve-recaptcha.ts'));
      return solveRecaptcha(challenge, stage);
    }
  }
}

async function load<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw new CaptchaError('scriptFailed', `The captcha could not be loaded: ${String(error)}`);
  }
}
