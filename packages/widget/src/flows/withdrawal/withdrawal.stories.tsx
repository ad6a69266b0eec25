import type { WithdrawalObstacle } from '@kassa/contract';
import { buildWithdrawal } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../testing/sample-offer.ts';
import { Stage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';
import { press } from './testing/fill-form.ts';
import { nigerianAnswers, withdrawalOffer } from './testing/sample-withdrawals.ts';

const meta: Meta<typeof Stage> = {
  title: 'Withdrawal/List',
  component: Stage,
  args: { path: '/withdrawal', answers: { 'methods-withdrawal': sampleOffer } },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const List: Story = {};
export const Group: Story = { args: { path: '/withdrawal/group?group=eMoney' } };
export const Loading: Story = { args: { answers: { 'methods-withdrawal': 'never' } } };
export const Failed: Story = { args: { answers: { 'methods-withdrawal': networkError('lost') } } };

const createdAt = Date.UTC(2026, 10, 24, 14, 2);
const pending = buildWithdrawal({
  paymentMethod: 'bank-ng',
  amount: '52500.00',
  currency: 'NGN',
  createdAt,
});
const sending = buildWithdrawal({
  withdrawalId: 'w2',
  paymentMethod: 'usdt',
  amount: '30000.00',
  currency: 'NGN',
  status: 'SENDING',
  isCancelable: false,
  createdAt,
  sentAt: createdAt,
});

export const Pending: Story = {
  args: { answers: { ...nigerianAnswers, 'withdrawal-list': { withdrawals: [pending, sending] } } },
};

export const Canceling: Story = {
  ...Pending,
  play: (context) => press(context, 'article button'),
};

export const PendingInArabic: Story = {
  ...Pending,
  globals: { locale: 'ar', viewport: { value: 'small' } },
};

export const Forfeits: Story = {
  args: {
    answers: {
      ...nigerianAnswers,
      'methods-withdrawal': {
        ...withdrawalOffer,
        forfeitedBonuses: [
          {
            bonusId: 'b1',
            title: 'Welcome bonus for the whole of your first season with us',
            amount: '10000.00',
            currency: 'NGN',
            spins: null,
          },
          { bonusId: 'b2', title: 'Lucky spins', amount: '0', currency: 'NGN', spins: 20 },
        ],
      },
    },
  },
};

const withObstacle = (obstacle: WithdrawalObstacle): Story => ({
  args: {
    answers: { ...nigerianAnswers, 'methods-withdrawal': { ...withdrawalOffer, obstacle } },
  },
});

export const Unverified = withObstacle({ kind: 'unverified' });
export const BelowMinimum = withObstacle({ kind: 'belowMinimum', min: '200', currency: 'NGN' });
export const Turnover = withObstacle({ kind: 'turnover', missing: '34000.00', currency: 'NGN' });

export const Excluded: Story = {
  args: {
    answers: {
      ...nigerianAnswers,
      'methods-withdrawal': { ...withdrawalOffer, block: { reason: 'selfExcluded' } },
      'withdrawal-list': { withdrawals: [sending] },
    },
  },
};
