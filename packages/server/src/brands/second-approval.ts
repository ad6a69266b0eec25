import { compareDecimals, type Money } from '@kassa/contract';
import type { Brands } from './load-brands.ts';

/**
 * Whether an act that moves these amounts needs the approval of a second key. The threshold is the
 * brand's `secondApproval`; each act counts by itself, apart from those of `decideAlone`
 * (money/policy/moved-alone.ts). Gold coins can't be redeemed: they count where the brand names them.
 */
export function needsSecondKey(
  { brands }: { brands: Brands },
  brandId: string,
  amounts: readonly Money[],
): boolean {
  const upTo = brands.get(brandId)?.secondApproval?.upTo;
  if (upTo === undefined) return false;
  return amounts.some(({ amount, currency }) => {
    const most = upTo[currency] ?? (currency === 'QGC' ? amount : '0');
    return compareDecimals(amount, most) > 0;
  });
}

/**
 * Whether a file that an operator uploads for an account is the bank's own word, since the brand
 * says that its files are signed or come from the bank's own channel.
 */
export function isSignedFile(
  { brands }: { brands: Brands },
  brandId: string,
  account: string,
): boolean {
  return brands.get(brandId)?.signedFiles.includes(account) ?? false;
}
