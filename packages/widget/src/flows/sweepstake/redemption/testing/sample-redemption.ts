import type { CallResponse } from '@kassa/contract';
import {
  buildDestination,
  buildOffer,
  buildPaymentMethod,
  buildQuote,
  buildTextField,
  buildUser,
  type FakeAnswers,
} from '@kassa/test-kit';
import type { RecoupSum } from '../redemption.queries.ts';

const address = buildTextField({
  name: 'address',
  placeholder: { en: 'Address', ar: 'العنوان' },
  validations: [{ regex: '^.{8,}$', message: { en: 'Enter the whole address' } }],
});

type Coin = NonNullable<ReturnType<typeof buildPaymentMethod>['coin']>;

/** Builds a method that pays sweep coins out in a coin. */
export const buildCoinOut = (
  name: string,
  en: string,
  { icon, ...coin }: Pick<Coin, 'currency' | 'blockchain'> & { icon: string },
) =>
  buildPaymentMethod({
    name,
    category: 'crypto',
    cardViewType: 0,
    text: { en },
    iconIds: [icon],
    amount_rules: { QSC: { min: '50', max: '10000' } },
    recommendedAmounts: ['100', '250'],
    usualMinutes: 20,
    fee: { fixed: { QSC: '1.2' } },
    coin: { ...coin, min: '0.00001', max: '100' },
    fields: [address],
  });

/** The methods in which sweep coins are redeemed. */
export const coinsOut = [
  buildCoinOut('btc-out', 'Bitcoin', { currency: 'BTC', blockchain: 'BITCOIN', icon: 'bitcoin' }),
  buildCoinOut('eth-out', 'Ethereum', {
    currency: 'ETH',
    blockchain: 'ETHEREUM',
    icon: 'ethereum',
  }),
  buildCoinOut('usdt-out', 'Tether (TRON)', {
    currency: 'USDT',
    blockchain: 'TRON',
    icon: 'tether',
  }),
];

/** Builds the sum of coins that can be redeemed: 340 of 512. */
export const buildRecoup = (overrides: Partial<RecoupSum> = {}): FakeAnswers => ({
  'sweepstake-recoup-sum': {
    data: {
      status: 'playthrough',
      amount: '340.00',
      balance: '512.00',
      unplayed: '172.00',
      missingPlay: '172.00',
      owed: '0.00',
      ...overrides,
    },
  },
});

const offer: CallResponse<'methods-withdrawal'> = {
  ...buildOffer([...coinsOut, buildPaymentMethod({ name: 'card-out', text: { en: 'Bank card' } })]),
  country: 'us',
  currency: 'QSC',
};

/** The answers to a player with sweep coins. */
export const redemptionAnswers: FakeAnswers = {
  'methods-withdrawal': offer,
  ...buildRecoup(),
  'sweepstake-balance-get': [
    { currency: 'QSC', balance: '512.00' },
    { currency: 'QGC', balance: '200000.00' },
  ],
  'user-get': buildUser({
    currency: 'QSC',
    country: 'us',
    balanceData: { primary: { amount: '512.00', currency: 'QSC' } },
  }),
  'withdrawal-limits': {
    min: '50',
    max: '10000',
    limitedBy: 'method',
    remaining: null,
    resetsAt: null,
    forfeitedBonuses: [],
  },
  'payment-convert-v2': { amount: '0.0000105', currency: 'BTC', rate: '0.0000105' },
  'withdrawal-quote': buildQuote({
    leaves: { amount: '250.00', currency: 'QSC' },
    fee: '1.20',
    arrives: { amount: '0.0026124', currency: 'BTC' },
    rate: '0.0000105',
    rateLock: { code: 'lock-1', expiresAt: Date.now() + 60_000 },
    destinationDetails: buildDestination({
      parts: [{ field: 'address', value: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh' }],
    }),
  }),
};
