import type { DepositSummary } from '@kassa/contract';
import { buildCreatedDeposit, buildDepositSummary } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../testing/sample-offer.ts';
import { Stage } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';

const hourMs = 3_600_000;
const over = (number: number, hoursAgo: number, more: Partial<DepositSummary> = {}) =>
  buildDepositSummary({
    depositId: `deposit-${number}`,
    reference: `KS-7Q2M-${40 + number}XK`,
    canContinue: false,
    status: 'PAYED',
    createdAt: new Date(Date.now() - hoursAgo * hourMs).toISOString(),
    ...more,
  });

const deposits = [
  over(2, 0, { status: 'PENDING', paymentMethod: 'sepa', amount: '1500.00' }),
  over(3, 0.1, { processingAmount: '50.00' }),
  over(14, 0.2, { processingAmount: '50.00', payerFee: '0.75', charged: '50.75' }),
  over(4, 24, { status: 'DECLINED', declineReason: 'insufficientFunds', amount: '2500.00' }),
  over(5, 24.1, { processingAmount: '40.00', paymentMethod: 'skrill' }),
  over(9, 24.2, { status: 'PENDING', isReceived: true, returnReason: 'aboveLimit' }),
  over(10, 24.3, { processingAmount: '50.00', takenBack: { refunded: '50.00' } }),
  over(11, 24.4, { processingAmount: '50.00', takenBack: { refunded: '20.00' } }),
  over(12, 24.5, { processingAmount: '50.00', takenBack: { chargedBack: '50.00' } }),
  over(13, 24.6, { processingAmount: '50.00', takenBack: { chargedBack: '12.50' } }),
  over(6, 50, { status: 'CANCELED', paymentMethod: 'klarna' }),
  over(7, 50.2, {
    paymentMethod: 'paypal',
    processingAmount: '54.20',
    processingCurrency: 'USD',
  }),
  over(8, 9000, { status: 'AUTO_CANCELED', paymentMethod: 'card_p2p_uz_humo' }),
];
const answers = {
  'methods-payment-v3': sampleOffer,
  'deposit-list': { deposits },
};

const meta: Meta<typeof Stage> = {
  title: 'Deposit/History',
  component: Stage,
  args: { path: '/deposit/history', answers },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const List: Story = {};

const unfinished = buildDepositSummary();

export const WithUnfinished: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': { deposits: [unfinished, ...deposits] },
      'deposit-get': { deposit: unfinished, created: buildCreatedDeposit() },
    },
  },
};

export const Long: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': {
        deposits: Array.from({ length: 50 }, (_, index) => over(index + 1, index * 5)),
      },
    },
  },
};

export const Empty: Story = { args: { answers: { ...answers, 'deposit-list': { deposits: [] } } } };
export const Loading: Story = { args: { answers: { ...answers, 'deposit-list': 'never' } } };
export const Failed: Story = {
  args: { answers: { ...answers, 'deposit-list': networkError('lost') } },
};
