/** §9: minutes until a payment in a coin counts as confirmed, by the network that it travels on. */
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

/** §9's minutes for the other networks. */
const defaultConfirmationMinutes = 10;

/**
 * How long a payment takes to be confirmed (§9), in minutes: what the catalogue shows before paying,
 * and the complete page after it.
 * @param network - as the catalogue names it: `TRC-20`, `Bitcoin`
 */
export function confirmationMinutesOf(network: string | undefined): number {
  return minutesByNetwork.get(network ?? '') ?? defaultConfirmationMinutes;
}
