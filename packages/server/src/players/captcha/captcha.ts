import { createHash } from 'node:crypto';
import { CallError, type CaptchaChallenge, type CaptchaSolution } from '@kassa/contract';
import type { CaptchaSettings } from '../../brands/captcha-settings.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { checkAltcha, createAltchaChallenge } from './altcha.ts';
import { checkGeetest } from './geetest.ts';
import type { CaptchaVerdict } from './provider.ts';
import { checkRecaptcha } from './recaptcha.ts';

/** The captcha of a player's brand. */
function captchaOf(
  core: Pick<Core, 'brands'>,
  { brandId }: Pick<Caller, 'brandId'>,
): CaptchaSettings {
  const brand = core.brands.get(brandId);
  if (brand === undefined) throw new Error(`There is no brand ${brandId}`);
  return brand.captcha;
}

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

type Parts = Pick<Core, 'db' | 'brands' | 'vault' | 'log' | 'now'>;
type Player = Pick<Caller, 'brandId' | 'playerId' | 'isVouchedFor'>;

/**
 * Lets a call for a method that needs a captcha go on only with a solution that is right and was
 * never used before (§4, §8), or where the operator vouches for the player and `captchaBypass` says
 * that none was solved (§7). Fails closed: a provider that can't be asked lets nobody through.
 * @throws CallError `captcha_required`, whatever the cause; the log has the reason.
 */
export async function requireCaptcha(
  core: Parts,
  caller: Player,
  method: Pick<CatalogMethod, 'needsCaptcha' | 'name'>,
  solution: CaptchaSolution,
): Promise<void> {
  if (method.needsCaptcha !== true) return;
  if (caller.isVouchedFor && solution.captchaBypass === true) return;
  const verdict = await check(core, caller, solution);
  const isPassed = verdict.kind === 'solved' && (await markUsed(core, caller.brandId, verdict));
  if (isPassed) return;
  const reason = verdict.kind === 'solved' ? 'used before' : verdict.reason;
  const details = { brandId: caller.brandId, playerId: caller.playerId, method: method.name };
  if (verdict.kind === 'undecided') {
    core.log.error({ ...details, reason }, 'captchas cannot be checked: nobody is let through');
  } else {
    core.log.info({ ...details, reason }, 'a captcha is refused');
  }
  throw new CallError('captcha_required', 'This method needs a fresh captcha solution.');
}

async function check(
  core: Parts,
  caller: Player,
  solution: CaptchaSolution,
): Promise<CaptchaVerdict> {
  if (solution.captchaBypass === true) {
    return { kind: 'refused', reason: 'nobody vouches for this player' };
  }
  const config = captchaOf(core, caller);
  switch (config.kind) {
    case 'altcha':
      return checkAltcha(core, caller, solution.altcha);
    case 'geetest':
      return checkGeetest(config, solution, core.now());
    case 'recaptcha':
      return checkRecaptcha(config, solution, core.now());
  }
}

/** Whether nobody was there before: of two that use one solution at once, one gets through. */
async function markUsed(
  core: Parts,
  brandId: string,
  { marks, expiresAt }: Extract<CaptchaVerdict, { kind: 'solved' }>,
): Promise<boolean> {
  const rows = marks.map((mark) => ({
    brand_id: brandId,
    digest: createHash('sha256').update(mark).digest('base64url'),
    expires_at: expiresAt,
  }));
  const written = await core.db
    .insertInto('captcha_marks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .execute();
  return written.length === marks.length;
}
