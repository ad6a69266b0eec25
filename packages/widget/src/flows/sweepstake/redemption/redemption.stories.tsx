import { buildOffer, buildWithdrawal, type FakeAnswers } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';
import type { RecoupSum } from './redemption.queries.ts';
import {
  buildCoinOut,
  buildRecoup,
  coinsOut,
  redemptionAnswers,
} from './testing/sample-redemption.ts';

const meta: Meta<typeof Stage> = {
  title: 'Sweepstake/Redemption',
  component: Stage,
  args: {
    path: '/withdrawal',
    hostData: { widgetViewType: 'sweep', currency: 'QSC' },
    answers: redemptionAnswers,
  },
};
export default meta;
type Story = StoryObj<typeof Stage>;

const answered = (answers: FakeAnswers): Story => ({
  args: { answers: { ...redemptionAnswers, ...answers } },
});
const withSum = (sum: Partial<RecoupSum>): Story => answered(buildRecoup(sum));

export const First: Story = {};
export const Dark: Story = { globals: { theme: 'dark' } };
export const ArabicSmall: Story = { globals: { locale: 'ar', viewport: { value: 'small' } } };
export const Available = withSum({ status: 'available', amount: '512.00', unplayed: '0.00' });
export const Unplayed = withSum({
  amount: '0.00',
  balance: '12.00',
  unplayed: '12.00',
  missingPlay: '12.00',
});
export const BelowMinimum = withSum({ amount: '20.00', unplayed: '492.00' });
export const Debt = withSum({ status: 'debt', owed: '30.00', amount: '310.00' });
export const Region = withSum({ status: 'region', amount: '0.00' });
export const RegionUnknown = withSum({ status: 'regionUnknown', amount: '0.00' });
export const Age = withSum({ status: 'age', amount: '0.00' });
export const Unverified = withSum({ status: 'unverified', amount: '0.00' });
export const BlockedBySum = withSum({ status: 'blocked', amount: '0.00' });
export const NoCoins = withSum({
  status: 'available',
  amount: '0.00',
  balance: '0.00',
  unplayed: '0.00',
  missingPlay: '0.00',
});
export const Blocked = answered({
  'methods-withdrawal': {
    ...buildOffer([]),
    country: 'us',
    currency: 'QSC',
    block: { reason: 'selfExcluded' },
  },
});
export const Turnover = answered({
  'methods-withdrawal': {
    ...buildOffer(coinsOut),
    country: 'us',
    currency: 'QSC',
    obstacle: { kind: 'turnover', missing: '80.00', currency: 'QSC' },
  },
});
export const MissingBalance = answered({ 'sweepstake-recoup-sum': networkError('lost') });
export const Loading = answered({ 'methods-withdrawal': 'never' });
export const Failed = answered({ 'methods-withdrawal': networkError('lost') });
export const LongAmounts: Story = {
  ...answered({
    ...buildRecoup({
      amount: '123456789012.55',
      balance: '234567890123.75',
      unplayed: '111111101111.20',
      missingPlay: '111111101111.20',
    }),
    'sweepstake-balance-get': [{ currency: 'QGC', balance: '987654321098765.00' }],
  }),
  globals: { viewport: { value: 'small' } },
};
export const Pending = answered({
  'withdrawal-list': {
    withdrawals: [
      buildWithdrawal({
        paymentMethod: 'btc-out',
        amount: '250.00',
        currency: 'QSC',
        createdAt: Date.UTC(2026, 10, 24, 14, 2),
      }),
    ],
  },
});

const manyCoins = [
  'Bitcoin',
  'Ethereum',
  'Litecoin',
  'Tether (TRON)',
  'Tether (Ethereum)',
  'USD Coin',
  'TRON',
  'Toncoin',
].map((name, at) => ({
  ...buildCoinOut(`coin-${at}`, name, { currency: 'BTC', blockchain: 'BITCOIN', icon: 'bitcoin' }),
  position: at,
}));
const many = answered({
  'methods-withdrawal': { ...buildOffer(manyCoins), country: 'us', currency: 'QSC' },
});
export const ManyCoins = many;
export const CoinList: Story = { args: { ...many.args, path: '/withdrawal/crypto' } };
