import type { PaymentMethod } from '@kassa/contract';

/** Returns the crypto methods: a sweepstake is paid for, and redeemed, in crypto alone (§2). */
export function cryptoMethods(methods: readonly PaymentMethod[]): PaymentMethod[] {
  return methods.filter(({ category }) => category === 'crypto');
}
