/**
 * The currency a player's account is read in: gold coins can't be won or redeemed, so it is the sweep
 * coins (§3). Apart from the currencies' schemas, since the early script needs it alone.
 */
export function normalizeCurrency(currency: string): string {
  return currency === 'QGC' ? 'QSC' : currency;
}
