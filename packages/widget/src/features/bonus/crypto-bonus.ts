import { type HostData, isCryptoBonusShown, type PaymentMethod } from '@kassa/contract';

/** The percentage of a crypto deposit that is added to it at once (§9). */
export const cryptoBonusPercent = 5;

/**
 * Returns whether the crypto bonus is shown (§4): to players of the experiment's group_b, where the
 * host enables it and a crypto method is on offer.
 */
export function hasCryptoBonus(
  { experiments, schema }: Pick<HostData, 'experiments' | 'schema'>,
  methods: readonly Pick<PaymentMethod, 'category'>[],
): boolean {
  return (
    isCryptoBonusShown(schema.meta.isCryptoBonusAvailable, experiments) &&
    methods.some(isCryptoMethod)
  );
}

/** Returns whether a method takes crypto, and so gets the bonus. */
export function isCryptoMethod({ category }: Pick<PaymentMethod, 'category'>): boolean {
  return category === 'crypto';
}
