import type { CallResponse, OnrampOffers } from '@kassa/contract';
import {
  buildCreatedOffers,
  buildDepositSummary,
  buildOffer,
  buildOffers,
  buildPaymentMethod,
  type FakeAnswers,
} from '@kassa/test-kit';

/** A method that sells crypto for euros; other currencies are the server's to know. */
const buyCrypto = buildPaymentMethod({
  name: 'buy',
  category: 'onramp',
  cardViewType: 13,
  text: { en: 'Buy crypto', ar: 'شراء العملات المشفرة' },
  amount_rules: { EUR: { min: '20', max: '3000' } },
  notifiesHostOnRedirect: true,
});

const limited = { limitedBy: 'method', remaining: null, resetsAt: null } as const;

/** The server's limits: it takes euros, reais and dollars. */
const limitsByCurrency: Readonly<Record<string, { min: string; max: string }>> = {
  EUR: { min: '20', max: '3000' },
  BRL: { min: '100', max: '15000' },
  USD: { min: '25', max: '3500' },
};

/** Builds a deposit with offers as the server returns it. */
export function buildFoundOffers(
  offers: OnrampOffers = buildOffers(),
  over: Partial<Parameters<typeof buildDepositSummary>[0]> = {},
) {
  const created = buildCreatedOffers(offers);
  const deposit = buildDepositSummary({ paymentMethod: 'buy', canContinue: true, ...over });
  return { deposit, created, now: new Date().toISOString() };
}

/**
 * Builds the answers of a server that sells crypto.
 * @param country - whose methods are offered
 * @param rules - the limits that the list has
 */
export function answerOnramp(country = 'de', rules = buyCrypto.amount_rules): FakeAnswers {
  return {
    'methods-payment-v3': { ...buildOffer([{ ...buyCrypto, amount_rules: rules }]), country },
    'deposit-limits': ({ currency }) => ({
      ...(limitsByCurrency[currency] ?? { min: '0', max: '0' }),
      ...limited,
    }),
    'deposit-create': buildCreatedOffers(),
    'deposit-get': () => buildFoundOffers(),
    'external-deposit-continue': ({ offerId }) => buildTakenOffer(offerId),
  };
}

/** Builds the answer to a choice: by default the taken offer brings what the list says. */
export function buildTakenOffer(
  offerId: string | undefined,
  amount?: string,
): CallResponse<'external-deposit-continue'> {
  const offer = buildOffers().paymentMethodOffers.find((one) => one.offerId === offerId);
  return {
    depositId: 'deposit-1',
    reference: 'KS-7Q2M-41XK',
    passedAmount: '50',
    passedCurrency: 'EUR',
    processingAmount: amount ?? offer?.amount ?? null,
    processingCurrency: 'EUR',
    data: { source: 'https://banxa.example/buy', method: 'GET', fields: { order: '7' } },
    error: null,
  };
}

export const formPath = '/deposit/onramp?method=buy';
export const offersPath = '/deposit/onramp/offer-list?depositId=deposit-1&method=buy';
