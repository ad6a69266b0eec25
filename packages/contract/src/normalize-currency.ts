/**
 * Replaces gold coins by sweep coins, because gold coins can't be won or redeemed (§3). It stands
 * apart from the schemas of currencies, so that the early script loads no schema library.
 */
export function normalizeCurrency(currency: string): string {
  return currency === 'QGC' ? 'QSC' : currency;
}
