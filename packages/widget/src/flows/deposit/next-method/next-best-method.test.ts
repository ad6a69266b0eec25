import { type DeclineReason, declineReasons, type PaymentMethod } from '@kassa/contract';
import { buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { isWorthRetrying, nextBestMethod } from './next-best-method.ts';

const method = (name: string, overrides: Partial<PaymentMethod> = {}): PaymentMethod =>
  buildPaymentMethod({ name, category: 'eMoney', usualMinutes: 5, ...overrides });
const card = buildPaymentMethod({ name: 'card', category: 'card', isPopular: true });
const otherCard = method('other-card', { category: 'card', isPopular: true, usualMinutes: 0 });

interface Case {
  methods: PaymentMethod[];
  reason?: DeclineReason;
  amount?: string;
  currency?: string;
  country?: string;
  failed?: string;
}

const choose = ({
  methods,
  reason,
  amount = '50.00',
  currency = 'EUR',
  country = 'de',
  failed = 'card',
}: Case) =>
  nextBestMethod(
    { methods, currency: 'EUR', country },
    { paymentMethod: failed, amount, currency, reason },
  )?.name ?? null;

const limits = (min: string, max: string, more = {}) => ({
  amount_rules: { EUR: { min, max, ...more } },
});

test.each<[string, Case, string | null]>([
  ['nothing without another method', { methods: [card] }, null],
  ['another method than the failed one', { methods: [card, method('skrill')] }, 'skrill'],
  ['nothing for another currency', { methods: [card, method('skrill')], currency: 'USD' }, null],
  [
    'no method in maintenance',
    { methods: [card, method('skrill', { unavailable: { reason: 'provider' } })] },
    null,
  ],
  [
    'no method with a higher minimum',
    { methods: [card, method('skrill', limits('100', '500'))] },
    null,
  ],
  [
    'no method with a lower maximum',
    { methods: [card, method('skrill', limits('1', '49'))] },
    null,
  ],
  [
    'a method with the amount as its minimum',
    { methods: [card, method('skrill', limits('50', '60'))] },
    'skrill',
  ],
  [
    'a method with the amount as its maximum',
    { methods: [card, method('skrill', limits('10', '50'))] },
    'skrill',
  ],
  [
    'no method with unknown limits',
    { methods: [card, method('skrill', { amount_rules: {} })] },
    null,
  ],
  [
    'no method with a higher minimum outside of Russia',
    { methods: [card, method('skrill', limits('10', '500', { minNonRus: '100' }))] },
    null,
  ],
  [
    'a method with a lower minimum in Russia',
    {
      methods: [card, method('skrill', limits('10', '500', { minNonRus: '100' }))],
      country: 'ru',
    },
    'skrill',
  ],
  [
    'a popular method before a faster one',
    {
      methods: [card, method('fast', { usualMinutes: 0 }), method('known', { isPopular: true })],
    },
    'known',
  ],
  [
    'the faster of two',
    { methods: [card, method('slow', { position: 1 }), method('fast', { usualMinutes: 1 })] },
    'fast',
  ],
  [
    'an instant one by its badge',
    {
      methods: [
        card,
        method('fast', { usualMinutes: 1 }),
        method('now', { badge: 'instant', usualMinutes: undefined }),
      ],
    },
    'now',
  ],
  [
    'a method with a known time before one without',
    {
      methods: [
        card,
        method('unknown', { usualMinutes: undefined, position: 1 }),
        method('slow', { usualMinutes: 1440 }),
      ],
    },
    'slow',
  ],
  [
    'by position where the methods are equal otherwise',
    { methods: [card, method('second', { position: 20 }), method('first', { position: 5 })] },
    'first',
  ],
  [
    'no crypto where another method takes the payment, however popular',
    {
      methods: [card, method('btc', { category: 'crypto', isPopular: true }), method('skrill')],
    },
    'skrill',
  ],
  [
    'no cash either',
    {
      methods: [card, method('shop', { category: 'cash', isPopular: true }), method('skrill')],
    },
    'skrill',
  ],
  [
    'crypto where no other method takes the payment',
    { methods: [card, method('btc', { category: 'crypto' })] },
    'btc',
  ],
  [
    'another coin after a crypto payment',
    {
      methods: [
        method('btc', { category: 'crypto' }),
        method('eth', { category: 'crypto', isPopular: true }),
        method('skrill'),
      ],
      failed: 'btc',
    },
    'eth',
  ],
  [
    'the same category without a reason',
    { methods: [card, method('skrill'), otherCard] },
    'other-card',
  ],
  [
    'another card after a technical fault',
    { methods: [card, method('skrill'), otherCard], reason: 'technical' },
    'other-card',
  ],
  [
    'another category after the bank declined',
    { methods: [card, method('skrill'), otherCard], reason: 'notPermitted' },
    'skrill',
  ],
  [
    'another card where there are only cards',
    { methods: [card, otherCard], reason: 'expiredCard' },
    'other-card',
  ],
  [
    'a method where the failed one isn’t offered any more',
    { methods: [method('skrill'), otherCard], reason: 'notPermitted', failed: 'gone' },
    'other-card',
  ],
])('offers %s', (_, given, name) => {
  expect(choose(given)).toBe(name);
});

const isOfPayer: Record<DeclineReason, boolean> = {
  insufficientFunds: true,
  limitExceeded: true,
  wrongDetails: false,
  expiredCard: true,
  authenticationFailed: true,
  notPermitted: true,
  suspectedFraud: true,
  technical: false,
};

test.each(declineReasons)('%s', (reason) => {
  const name = choose({ methods: [card, method('skrill'), otherCard], reason });
  expect(name).toBe(isOfPayer[reason] ? 'skrill' : 'other-card');
  expect(isWorthRetrying(reason)).toBe(reason === 'wrongDetails');
});
