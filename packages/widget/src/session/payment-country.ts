import type { HostData } from '@kassa/contract';
import { readTokenClaim } from '../host/token-claims.ts';

/** §3's default, where neither the host nor the token names a country. */
const defaultCountry = 'ru';

/** As `countrySchema` has it. Without a schema library, since the early script asks too. */
const isCountry = (country: string) => /^[a-z]{2}$/.test(country);

/**
 * The region whose methods are shown: the host's `paymentGeo`, else the country of the player's
 * token, else §3's default. The token goes before the default (we differ): it decides what is
 * offered, and the default leaves next to nothing of that.
 */
export function resolveCountry({
  paymentGeo = '',
  token,
}: Pick<HostData, 'paymentGeo' | 'token'>): string {
  const named = [paymentGeo, readTokenClaim(token, 'country') ?? ''];
  return named.map((country) => country.toLowerCase()).find(isCountry) ?? defaultCountry;
}
