import type { HostData } from '@kassa/contract';
import { readTokenClaim } from '../host/token-claims.ts';

/** §3's default, where neither the host nor the token names a country. */
const defaultCountry = 'ru';

/** The rule of `countrySchema`, without a schema library, because the early script uses it too. */
const isCountry = (country: string) => /^[a-z]{2}$/.test(country);

/**
 * Returns the region whose methods are shown: the host's `paymentGeo`, else the country of the
 * player's token, else §3's default. The token precedes the default (we differ), because it decides
 * which methods are offered, and the default leaves next to none of them.
 */
export function resolveCountry({
  paymentGeo = '',
  token,
}: Pick<HostData, 'paymentGeo' | 'token'>): string {
  const named = [paymentGeo, readTokenClaim(token, 'country') ?? ''];
  return named.map((country) => country.toLowerCase()).find(isCountry) ?? defaultCountry;
}
