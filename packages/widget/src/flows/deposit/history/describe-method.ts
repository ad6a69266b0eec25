import type { PaymentMethod } from '@kassa/contract';
import { resolveName } from '../../../i18n/text.ts';

/**
 * The name of a deposit's method in the player's language; of one that isn't offered any more, the
 * name that the deposit has of it, as words. Empty where it has none.
 */
export function describeMethod(
  paymentMethod: string,
  method: PaymentMethod | undefined,
  locale: string,
): string {
  if (method !== undefined) return resolveName(method.text, locale);
  return paymentMethod.replaceAll(/[_-]+/g, ' ');
}
