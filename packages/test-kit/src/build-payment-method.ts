import type { CallResponse, PaymentGroup, PaymentMethod } from '@kassa/contract';

/** A payment method as offered by the server; a test sets only the relevant properties. */
export function buildPaymentMethod(overrides: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    name: 'card',
    category: 'cards',
    cardViewType: 1,
    text: { en: 'Bank card' },
    amount_rules: { EUR: { min: '10', max: '5000' } },
    position: 10,
    iconIds: ['visa'],
    recommendedAmounts: ['20', '50', '100', '250'],
    usualMinutes: 0,
    ...overrides,
  };
}

export function buildPaymentGroup(overrides: Partial<PaymentGroup> = {}): PaymentGroup {
  return {
    name: 'cards',
    label: 'group.cards',
    paymentMethods: ['card'],
    position: 10,
    ...overrides,
  };
}

/** The offer for a player in Germany. */
export function buildOffer(
  methods: PaymentMethod[] = [buildPaymentMethod()],
  groups: PaymentGroup[] = [],
): CallResponse<'methods-payment-v3'> {
  return { country: 'de', currency: 'EUR', methods, groups };
}
