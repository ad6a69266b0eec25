import { cardViewTypes, type PaymentMethod } from '@kassa/contract';
import { hasApplePay } from '../../session/has-apple-pay.ts';

/** A wallet whose owner prescribes the look of its button. */
export type WalletBrand = 'applePay' | 'googlePay';

const brands: readonly string[] = ['applePay', 'googlePay'] satisfies WalletBrand[];

/** Whether a method is a wallet alone: it asks for nothing but the amount (§9 cardViewType 2). */
export function isWalletOnly({ cardViewType }: Pick<PaymentMethod, 'cardViewType'>): boolean {
  return cardViewType === cardViewTypes.cardWalletOnly;
}

/**
 * Returns the wallet that the provider's page of a method takes (§3 `wallet`), if its owner
 * prescribes the look of the button; else null.
 */
export function brandOf(
  method: Pick<PaymentMethod, 'cardViewType' | 'wallet'>,
): WalletBrand | null {
  const { wallet = '' } = method;
  return isWalletOnly(method) && isBrand(wallet) ? wallet : null;
}

function isBrand(wallet: string): wallet is WalletBrand {
  return brands.includes(wallet);
}

/**
 * Whether this device can pay with a wallet and its owner's button can be drawn here.
 *
 * Apple allows no button but the browser's own (Human Interface Guidelines, Apple Pay). Google
 * supports the browsers that the widget runs in, and of the web views of apps those with the
 * Payment Request API.
 */
export function canDraw(brand: WalletBrand, { isNative }: { isNative: boolean }): boolean {
  if (brand === 'googlePay') return !isNative || 'PaymentRequest' in window;
  return hasApplePay() && CSS.supports('appearance', '-apple-pay-button');
}
