import type { Decimal } from '@kassa/contract';
import { useLocale } from 'use-intl/react';

/**
 * Provides a formatter for numbers of coins in the player's language: all of the digits, none
 * added.
 */
export function useCoins(): (amount: Decimal) => string {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 });
  // No package has more coins than a number holds exactly.
  return (amount) => format.format(Number(amount));
}
