import type { ChosenBox } from '../../features/coin-package/use-chosen-box.ts';

/** Returns what an order for a coin package has of it: a package brings no bonus. */
export function orderOfBox({ boxId, gcAmount, scAmount, price, priceCurrencyCode }: ChosenBox) {
  return {
    amount: price,
    currency: priceCurrencyCode,
    box: { boxId, coins: { gcAmount, scAmount } },
    isActivatedBonus: false,
  };
}
