import type { DepositSummary, Withdrawal } from '@kassa/contract';
import { buildCreatedDeposit, buildDepositSummary, buildWithdrawal } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../testing/sample-offer.ts';
import { Stage, type StageOptions } from '../../testing/stage.tsx';
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
const out = (number: number, hoursAgo: number, more: Partial<Withdrawal> = {}) =>
  buildWithdrawal({
    withdrawalId: `withdrawal-${number}`,
    reference: `KW-9W1C-${40 + number}XK`,
    paymentMethod: 'sepa',
    status: 'PAID',
    isCancelable: false,
    createdAt: Date.now() - hoursAgo * hourMs,
    ...more,
  });

const withdrawals = [
  out(1, 0.05, { status: 'PENDING', amount: '520.00' }),
  out(2, 0.5, { status: 'SENDING', sentAt: Date.now() }),
  out(3, 0.6),
  out(4, 24, { fee: '1.50', arrives: { amount: '48.50', currency: 'EUR' } }),
  out(5, 24.1, { arrives: { amount: '54.20', currency: 'USDT' } }),
  out(6, 24.2, { arrives: { amount: '30.00', currency: 'EUR' }, paidAmount: '30.00' }),
  out(7, 50, { status: 'REJECTED', endReason: 'operator' }),
  out(8, 50.1, { status: 'CANCELED' }),
  out(9, 50.2, { status: 'FAILED', endReason: 'provider' }),
  out(10, 50.3, { status: 'RETURNED', endReason: 'returned', paymentMethod: 'gone_bank' }),
];
const answers = {
  'methods-payment-v3': sampleOffer,
  'methods-withdrawal': sampleOffer,
  'deposit-list': { deposits },
  'withdrawal-list': { withdrawals },
};

const meta: Meta<typeof Stage> = {
  title: 'Flows/History',
  component: Stage,
  args: { path: '/deposit/history', answers },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const List: Story = {};
export const Deposits: Story = { args: { path: '/deposit/history?show=deposits' } };
export const Withdrawals: Story = { args: { path: '/deposit/history?show=withdrawals' } };

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

const without = (...calls: ('deposit-list' | 'withdrawal-list')[]): StageOptions => ({
  answers: {
    ...answers,
    ...(calls.includes('deposit-list') && { 'deposit-list': { deposits: [] } }),
    ...(calls.includes('withdrawal-list') && { 'withdrawal-list': { withdrawals: [] } }),
  },
});

export const Empty: Story = { args: without('deposit-list', 'withdrawal-list') };
export const NoWithdrawals: Story = {
  args: { ...without('withdrawal-list'), path: '/deposit/history?show=withdrawals' },
};
export const Loading: Story = { args: { answers: { ...answers, 'withdrawal-list': 'never' } } };
export const Failed: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': networkError('lost'),
      'withdrawal-list': networkError('lost'),
    },
  },
};
export const OneFailed: Story = {
  args: { answers: { ...answers, 'withdrawal-list': networkError('lost') } },
};
