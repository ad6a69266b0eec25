import { createHash } from 'node:crypto';
import { CallError, type CaptchaSolution } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { checkAltcha } from './altcha.ts';
import { captchaOf } from './captcha-of.ts';
import type { CaptchaVerdict } from './captcha-verdict.ts';
import { checkGeetest } from './geetest.ts';
import { checkRecaptcha } from './recaptcha.ts';

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
