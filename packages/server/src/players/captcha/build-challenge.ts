import type { CaptchaChallenge } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { createAltchaChallenge } from './altcha.ts';
import { captchaOf } from './captcha-of.ts';

/** What a player's widget needs to show the captcha of its brand (§4). */
export async function buildChallenge(
  core: Pick<Core, 'brands' | 'vault' | 'now'>,
  caller: Pick<Caller, 'brandId' | 'playerId' | 'isVouchedFor'>,
): Promise<CaptchaChallenge> {
  if (caller.isVouchedFor) return { kind: 'bypass' };
  const config = captchaOf(core, caller);
  switch (config.kind) {
    case 'altcha':
      return { kind: 'altcha', challenge: await createAltchaChallenge(core, caller) };
    case 'geetest':
      return { kind: 'geetest', captchaId: config.captchaId, scriptUrl: config.scriptUrl };
    case 'recaptcha':
      return {
        kind: 'recaptcha',
        scriptUrl: config.scriptUrl,
        siteKey: config.v2?.siteKey ?? null,
        isInvisible: config.v2?.isInvisible ?? false,
        siteKeyV3: config.v3?.siteKey ?? null,
      };
  }
}
