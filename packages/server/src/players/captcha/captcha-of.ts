import type { CaptchaConfig } from '../../brands/captcha-config.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';

/** The captcha of a player's brand. */
export function captchaOf(
  core: Pick<Core, 'brands'>,
  { brandId }: Pick<Caller, 'brandId'>,
): CaptchaConfig {
  const brand = core.brands.get(brandId);
  if (brand === undefined) throw new Error(`There is no brand ${brandId}`);
  return brand.captcha;
}
