import type { CallResponse, PaymentGroup, PaymentMethod } from '@kassa/contract';

/** A payment method as the server offers it; a test names only what it is about. */
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

/** A group of methods. */
export function buildPaymentGroup(overrides: Partial<PaymentGroup> = {}): PaymentGroup {
  return {
    name: 'cards',
    label: 'group.cards',
    paymentMethods: ['card'],
    position: 10,
    ...overrides,
  };
}

/** What a player in Germany is offered. */
export function buildOffer(
  methods: PaymentMethod[] = [buildPaymentMethod()],
  groups: PaymentGroup[] = [],
): CallResponse<'methods-payment-v3'> {
  return { country: 'de', currency: 'EUR', methods, groups };
}
