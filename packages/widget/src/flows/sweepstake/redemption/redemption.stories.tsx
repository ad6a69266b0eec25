import type { Withdrawal } from '@kassa/contract';
import {
  buildDepositSummary,
  buildOffer,
  buildWithdrawal,
  type FakeAnswers,
} from '@kassa/test-kit';
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

const buildRedemption = (state: Partial<Withdrawal> = {}) =>
  buildWithdrawal({
    paymentMethod: 'btc-out',
    amount: '250.00',
    currency: 'QSC',
    fee: '1.20',
    arrives: { amount: '0.0026124', currency: 'BTC' },
    destination: 'bc1qxy2•••x0wlh',
    createdAt: Date.UTC(2026, 10, 24, 14, 2),
    ...state,
  });
const ended = { isCancelable: false } as const;

export const Pending = answered({ 'withdrawal-list': { withdrawals: [buildRedemption()] } });

/** The page of one redemption. */
const inState = (state: Partial<Withdrawal> = {}): Story => ({
  args: {
    path: '/withdrawal/complete?withdrawalId=withdrawal-1&method=btc-out',
    answers: { ...redemptionAnswers, 'withdrawal-status': buildRedemption(state) },
  },
});

export const BeingChecked = inState();
export const BeingCheckedArabicSmall: Story = {
  ...inState(),
  globals: { locale: 'ar', viewport: { value: 'small' } },
};
export const Sent = inState({
  ...ended,
  status: 'SENDING',
  transaction: { blockchain: 'BITCOIN', txid: '4f3d1c0be2a94c6d', confirmations: 1, required: 2 },
});
export const Paid = inState({ ...ended, status: 'PAID' });
export const Rejected = inState({ ...ended, status: 'REJECTED', endReason: 'operator' });

/** Packages that were bought, and redemptions. */
export const History: Story = {
  args: {
    path: '/withdrawal/list',
    answers: {
      ...redemptionAnswers,
      'deposit-list': {
        deposits: [
          buildDepositSummary({
            canContinue: false,
            status: 'PAYED',
            amount: '49.99',
            currency: 'USD',
            coins: { gcAmount: '60000', scAmount: '65' },
          }),
        ],
      },
      'withdrawal-list': {
        withdrawals: [
          buildRedemption({ createdAt: Date.now() }),
          buildRedemption({ ...ended, withdrawalId: 'withdrawal-2', status: 'PAID' }),
        ],
      },
    },
  },
};

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
