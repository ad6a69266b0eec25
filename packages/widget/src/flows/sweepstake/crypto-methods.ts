import type { PaymentMethod } from '@kassa/contract';

/** A sweepstake is paid for, and redeemed, in crypto alone (§2). */
export function cryptoMethods(methods: readonly PaymentMethod[]): PaymentMethod[] {
  return methods.filter(({ category }) => category === 'crypto');
}
