import { compareDecimals, type Money } from '@kassa/contract';
import type { Brands } from './load-brands.ts';

/**
 * Whether an act that moves these amounts needs the approval of a second key. The threshold is the
 * brand's `secondApproval`; each act counts by itself.
 */
export function needsSecondKey(
  { brands }: { brands: Brands },
  brandId: string,
  amounts: readonly Money[],
): boolean {
  const upTo = brands.get(brandId)?.secondApproval?.upTo;
  if (upTo === undefined) return false;
  return amounts.some(({ amount, currency }) => compareDecimals(amount, upTo[currency] ?? '0') > 0);
}
