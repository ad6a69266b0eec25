import { createHash } from 'node:crypto';
import { CallError, type CaptchaChallenge, type CaptchaSolution } from '@kassa/contract';
import type { CaptchaSettings } from '../../brands/captcha-settings.ts';
import { type CatalogMethod, isCaptchaNeeded } from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { takeDailyUse } from '../daily-uses.ts';
import { createAltchaChallenge, verifyAltcha } from './altcha.ts';
import { verifyGeetest } from './geetest.ts';
import type { CaptchaResult } from './provider.ts';
import { verifyRecaptcha } from './recaptcha.ts';

/** Returns the captcha of a player's brand. */
function captchaOf(
  core: Pick<Core, 'brands'>,
  { brandId }: Pick<Caller, 'brandId'>,
): CaptchaSettings {
  const brand = core.brands.get(brandId);
  if (brand === undefined) throw new Error(`There is no brand ${brandId}.`);
  return brand.captcha;
}

/** Returns what a player's widget needs to show the captcha of its brand (§4). */
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

/** How often a provider of captchas is asked about a player within a day: its answers are a quota of the brand. */
const mostChecksOfDay = 100;

type Parts = Pick<Core, 'db' | 'brands' | 'vault' | 'log' | 'now'>;
type Player = Pick<Caller, 'brandId' | 'playerId' | 'isVouchedFor'>;

/**
 * Requires a correct, unused solution for a method with a captcha (§4, §8). A player without a
 * solution passes if the operator vouches for them and `captchaBypass` says that none was solved
 * (§7). Fails closed: if the captcha provider is unavailable, every solution is rejected.
 * @throws CallError `captcha_required`, whatever the cause; the log has the reason. rate.ofDay
 */
export async function requireCaptcha(
  core: Parts,
  caller: Player,
  method: Pick<CatalogMethod, 'needsCaptcha' | 'name' | 'cardViewType' | 'transaction'>,
  solution: CaptchaSolution,
): Promise<void> {
  if (!isCaptchaNeeded(method)) return;
  if (caller.isVouchedFor && solution.captchaBypass === true) return;
  const result = await verifySolution(core, caller, solution);
  const isPassed = result.kind === 'solved' && (await markUsed(core, caller.brandId, result));
  if (isPassed) return;
  const reason = result.kind === 'solved' ? 'used before' : result.reason;
  const details = { brandId: caller.brandId, playerId: caller.playerId, method: method.name };
  if (result.kind === 'undecided') {
    core.log.error(
      { ...details, reason },
      "captchas can't be verified: all solutions are rejected",
    );
  } else {
    core.log.info({ ...details, reason }, 'a captcha solution was rejected');
  }
  throw new CallError('captcha_required', 'This method needs a fresh captcha solution.');
}

async function verifySolution(
  core: Parts,
  caller: Player,
  solution: CaptchaSolution,
): Promise<CaptchaResult> {
  if (solution.captchaBypass === true) {
    return { kind: 'refused', reason: 'the token does not allow a bypass' };
  }
  const config = captchaOf(core, caller);
  const count = () => takeDailyUse(core, caller, 'captcha', mostChecksOfDay);
  switch (config.kind) {
    case 'altcha':
      return verifyAltcha(core, caller, solution.altcha);
    case 'geetest':
      return verifyGeetest(config, solution, core.now(), count);
    case 'recaptcha':
      return verifyRecaptcha(config, solution, core.now(), count);
  }
}

/**
 * Marks a solution as used. Returns false if it was used before: of two concurrent uses of one
 * solution, only one passes.
 */
async function markUsed(
  core: Parts,
  brandId: string,
  { marks, expiresAt }: Extract<CaptchaResult, { kind: 'solved' }>,
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
