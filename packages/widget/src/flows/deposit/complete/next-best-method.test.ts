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
  ['nothing where nothing else is offered', { methods: [card] }, null],
  ['another than the one that failed', { methods: [card, method('skrill')] }, 'skrill'],
  ['nothing in another currency', { methods: [card, method('skrill')], currency: 'USD' }, null],
  [
    'not one that can’t be chosen now',
    { methods: [card, method('skrill', { unavailable: { reason: 'provider' } })] },
    null,
  ],
  [
    'not one that takes more only',
    { methods: [card, method('skrill', limits('100', '500'))] },
    null,
  ],
  ['not one that takes less only', { methods: [card, method('skrill', limits('1', '49'))] }, null],
  ['one whose minimum it is', { methods: [card, method('skrill', limits('50', '60'))] }, 'skrill'],
  ['one whose maximum it is', { methods: [card, method('skrill', limits('10', '50'))] }, 'skrill'],
  [
    'not one whose limits are unknown',
    { methods: [card, method('skrill', { amount_rules: {} })] },
    null,
  ],
  [
    'not one whose minimum outside of Russia is higher',
    { methods: [card, method('skrill', limits('10', '500', { minNonRus: '100' }))] },
    null,
  ],
  [
    'one whose minimum in Russia is lower',
    {
      methods: [card, method('skrill', limits('10', '500', { minNonRus: '100' }))],
      country: 'ru',
    },
    'skrill',
  ],
  [
    'a popular one before a faster one',
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
    'one that says how long it takes before one that doesn’t',
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
    'by position where nothing else tells them apart',
    { methods: [card, method('second', { position: 20 }), method('first', { position: 5 })] },
    'first',
  ],
  [
    'no coins where something else takes it, however popular they are',
    {
      methods: [card, method('btc', { category: 'crypto', isPopular: true }), method('skrill')],
    },
    'skrill',
  ],
  [
    'no walk to an agent either',
    {
      methods: [card, method('shop', { category: 'cash', isPopular: true }), method('skrill')],
    },
    'skrill',
  ],
  [
    'coins where nothing else takes it',
    { methods: [card, method('btc', { category: 'crypto' })] },
    'btc',
  ],
  [
    'other coins to who pays in coins',
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
    'one of the same category where nobody says why',
    { methods: [card, method('skrill'), otherCard] },
    'other-card',
  ],
  [
    'another card after a technical fault',
    { methods: [card, method('skrill'), otherCard], reason: 'technical' },
    'other-card',
  ],
  [
    'another category where the bank would not',
    { methods: [card, method('skrill'), otherCard], reason: 'notPermitted' },
    'skrill',
  ],
  [
    'another card where there are only cards',
    { methods: [card, otherCard], reason: 'expiredCard' },
    'other-card',
  ],
  [
    'something where the failed one isn’t offered any more',
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
