import type { PaymentMethod } from '@kassa/contract';
import { resolveName } from '../../i18n/text.ts';

/**
 * Returns the name of a deposit's method in the player's language. Of a method that isn't offered
 * any more it returns the deposit's own name for it, as words; empty where it has none.
 */
export function describeMethod(
  paymentMethod: string,
  method: PaymentMethod | undefined,
  locale: string,
): string {
  if (method !== undefined) return resolveName(method.text, locale);
  return paymentMethod.replaceAll(/[_-]+/g, ' ');
}
