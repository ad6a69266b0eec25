import { type HostData, type PaymentMethod, resolveGroup } from '@kassa/contract';

/** How much a deposit in crypto brings on top, at once (§9). */
export const cryptoBonusPercent = 5;

/**
 * Whether the crypto bonus is shown (§4): to players of the experiment's group_b, where the host has
 * it and crypto is on offer.
 */
export function hasCryptoBonus(
  { experiments, schema }: Pick<HostData, 'experiments' | 'schema'>,
  methods: readonly Pick<PaymentMethod, 'category'>[],
): boolean {
  return (
    schema.meta.isCryptoBonusAvailable &&
    resolveGroup(experiments, 'crypto_bonus') === 'group_b' &&
    methods.some(isCryptoMethod)
  );
}

/** Whether a method takes crypto, and so brings the bonus. */
export function isCryptoMethod({ category }: Pick<PaymentMethod, 'category'>): boolean {
  return category === 'crypto';
}
