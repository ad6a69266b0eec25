/** §9: minutes until a crypto payment counts as confirmed, by its network. */
const minutesByNetwork: ReadonlyMap<string, number> = new Map([
  ['Bitcoin', 15],
  ['Monero', 10],
  ['Bitcoin Cash', 10],
  ['ERC-20', 10],
  ['TRC-20', 5],
  ['BEP-20', 5],
  ['Litecoin', 5],
  ['Dash', 5],
  ['Dogecoin', 5],
  ['Zcash', 5],
  ['Ripple', 3],
  ['Stellar', 3],
]);

/** §9: the minutes of all other networks. */
const defaultConfirmationMinutes = 10;

/**
 * Returns the minutes until a crypto payment is confirmed (§9). The list and the form show them
 * before paying, the complete page after it.
 * @param network - as the catalogue names it: `TRC-20`, `Bitcoin`
 */
export function confirmationMinutesOf(network: string | undefined): number {
  return minutesByNetwork.get(network ?? '') ?? defaultConfirmationMinutes;
}
