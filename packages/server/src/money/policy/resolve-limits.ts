import {
  type AmountLimits,
  compareDecimals,
  type Decimal,
  floorToCurrency,
  smallestAmount,
} from '@kassa/contract';
import type { Window } from './load-windows.ts';

/** What a player may pay now, and which limit it is that says so. */
export interface EffectiveLimits extends AmountLimits {
  limitedBy: 'method' | Window['period'];
  /** What the player's lowest own limit leaves, or null where they have none. */
  remaining: Decimal | null;
  /** When that limit begins to leave more. */
  resetsAt: Date | null;
}

/**
 * The lowest of the method's limit and the player's own, all in `currency`. Where less is left than
 * the method takes at least, `max` is below `min`; both zero would mean "unknown" (design §3.1), so
 * `min` is never less than the smallest amount there is.
 */
export function resolveLimits(
  rule: AmountLimits,
  windows: readonly Window[],
  currency: string,
): EffectiveLimits {
  const [lowest] = windows;
  if (compareDecimals(rule.max, '0') <= 0) {
    return { min: '0', max: '0', limitedBy: 'method', remaining: null, resetsAt: null };
  }
  const isLower = lowest !== undefined && compareDecimals(lowest.remaining, rule.max) < 0;
  const least = smallestAmount(currency);
  return {
    min: compareDecimals(rule.min, least) < 0 ? least : rule.min,
    max: isLower ? floorToCurrency(lowest.remaining, currency) : rule.max,
    limitedBy: isLower ? lowest.period : 'method',
    remaining: lowest === undefined ? null : floorToCurrency(lowest.remaining, currency),
    resetsAt: lowest?.resetsAt ?? null,
  };
}
