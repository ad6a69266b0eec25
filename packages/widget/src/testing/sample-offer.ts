import type { CallResponse } from '@kassa/contract';
import { buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';

const wallets = ['skrill', 'neteller', 'jeton', 'muchbetter', 'revolut', 'mifinity', 'paypal'];

/**
 * An offer with everything that a list may hold: popular methods, a small and a large group, a
 * badge.
 */
export const sampleOffer: CallResponse<'methods-payment-v3'> = {
  country: 'de',
  currency: 'EUR',
  methods: [
    buildPaymentMethod({
      name: 'card',
      text: { en: 'Bank card' },
      isPopular: true,
      badge: 'instant',
    }),
    buildPaymentMethod({
      name: 'apple-pay',
      text: { en: 'Apple Pay' },
      iconIds: ['apple-pay'],
      position: 20,
      isPopular: true,
    }),
    buildPaymentMethod({
      name: 'sepa',
      text: { en: 'SEPA transfer' },
      iconIds: ['sepa'],
      position: 30,
      usualMinutes: 45,
      amount_rules: { EUR: { min: '20', max: '100000' } },
    }),
    buildPaymentMethod({
      name: 'klarna',
      text: { en: 'Klarna' },
      iconIds: ['klarna'],
      position: 40,
      usualMinutes: 2,
      arrivesPercent: 97,
    }),
    ...wallets.map((name, index) =>
      buildPaymentMethod({
        name,
        text: { en: name === 'paypal' ? 'PayPal' : `${name[0]?.toUpperCase()}${name.slice(1)}` },
        iconIds: [name],
        position: 50 + index,
        usualMinutes: 5,
      }),
    ),
    buildPaymentMethod({
      name: 'paysafecard',
      text: { en: 'paysafecard' },
      iconIds: ['paysafecard'],
      position: 90,
      amount_rules: { EUR: { min: '5', max: '250' } },
    }),
  ],
  groups: [
    buildPaymentGroup({
      name: 'bankTransfer',
      label: 'group.bankTransfer',
      paymentMethods: ['sepa', 'klarna'],
      position: 10,
    }),
    buildPaymentGroup({
      name: 'eMoney',
      label: 'group.eMoney',
      paymentMethods: wallets,
      position: 20,
    }),
  ],
};
