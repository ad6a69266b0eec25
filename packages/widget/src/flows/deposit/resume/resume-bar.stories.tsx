import { buildCreatedDeposit, buildDepositSummary } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../../testing/sample-offer.ts';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';

const deposit = buildDepositSummary();
const answers = {
  'methods-payment-v3': sampleOffer,
  'deposit-list': { deposits: [deposit] },
  'deposit-get': { deposit, created: buildCreatedDeposit() },
};

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Unfinished bar',
  component: Stage,
  args: { answers },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const WaitingForPayment: Story = {};

export const Looking: Story = { args: { answers: { ...answers, 'deposit-get': 'never' } } };

export const NextStepFailed: Story = {
  args: { answers: { ...answers, 'deposit-get': networkError('lost') } },
};

export const LongAmount: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': {
        deposits: [
          {
            ...deposit,
            amount: '123456789012.00',
            expiresAt: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString(),
          },
        ],
      },
    },
  },
};

export const LongAmountOnSmallPhone: Story = {
  ...LongAmount,
  globals: { viewport: { value: 'small' } },
};

export const Several: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': { deposits: [deposit, { ...deposit, depositId: 'deposit-2' }] },
    },
  },
};
