import { type Decimal, formatDecimal } from '@kassa/contract';
import { useLocale } from '../../i18n/use-locale.ts';

/**
 * Provides a formatter for numbers of coins in the player's language: all of the digits, none
 * added.
 */
export function useCoins(): (amount: Decimal) => string {
  const locale = useLocale();
  return (amount) => formatDecimal(amount, locale);
}
