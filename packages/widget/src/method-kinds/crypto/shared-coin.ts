import type { PaymentMethod } from '@kassa/contract';

/**
 * Returns the coin whose entry a method shares with others, as the coin can be sent on several networks
 * now. Undefined where the method has an entry of its own.
 */
export function sharedCoin(
  { coin, unavailable }: PaymentMethod,
  methods: readonly PaymentMethod[],
): string | undefined {
  const isOnAnother = (other: PaymentMethod) =>
    other.coin?.currency === coin?.currency &&
    other.coin?.blockchain !== coin?.blockchain &&
    other.unavailable === undefined;
  return unavailable === undefined && methods.some(isOnAnother) ? coin?.currency : undefined;
}
