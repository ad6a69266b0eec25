import type { Withdrawal } from '@kassa/contract';
import { buildWithdrawal } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError, TransportError } from '../../../transport/transport-error.ts';
import { press } from '../testing/fill-form.ts';
import { nigerianAnswers } from '../testing/sample-withdrawals.ts';

const meta: Meta<typeof Stage> = {
  title: 'Withdrawal/Complete',
  component: Stage,
  args: {
    path: '/withdrawal/complete?withdrawalId=withdrawal-1&method=bank-ng',
    answers: nigerianAnswers,
  },
};
export default meta;
type Story = StoryObj<typeof Stage>;

const createdAt = Date.UTC(2026, 10, 24, 14, 2);
const at = (withdrawal: Partial<Withdrawal> = {}): Story => ({
  args: {
    answers: {
      ...nigerianAnswers,
      'withdrawal-status': buildWithdrawal({
        paymentMethod: 'bank-ng',
        amount: '52500.00',
        currency: 'NGN',
        fee: '500.00',
        arrives: { amount: '52000.00', currency: 'NGN' },
        destination: '•••• 6789 · GTBank',
        createdAt,
        ...withdrawal,
      }),
    },
  },
});
const ended = { isCancelable: false } as const;

export const Loading: Story = {
  args: { answers: { ...nigerianAnswers, 'withdrawal-status': 'never' } },
};
export const Offline: Story = {
  args: { answers: { ...nigerianAnswers, 'withdrawal-status': networkError('lost') } },
};
export const NotFound: Story = {
  args: {
    answers: {
      ...nigerianAnswers,
      'withdrawal-status': new TransportError({
        kind: 'refused',
        code: 'withdrawal.notFound',
        message: '',
        status: 404,
      }),
    },
  },
};

/** The operator looks at it, or two persons do. */
export const BeingChecked = at();
export const BeingCheckedInArabic: Story = {
  ...at(),
  globals: { locale: 'ar', viewport: { value: 'small' } },
};
export const Waiting = at({ sendsAfter: Date.UTC(2036, 10, 25, 14, 2) });
export const Canceling: Story = {
  ...at(),
  play: (context) => press(context, 'footer div div button'),
};

/** Approved automatically, by the operator, or by the second person. */
export const Sending = at({ ...ended, status: 'SENDING', sentAt: Date.UTC(2036, 10, 24, 14, 5) });
export const SendingInArabic: Story = {
  ...Sending,
  globals: { theme: 'dark', locale: 'ar', viewport: { value: 'small' } },
};
/** The outcome of the sending is unknown. */
export const InDoubt = at({ ...ended, status: 'SENDING' });
const inCoins: Partial<Withdrawal> = {
  ...ended,
  paymentMethod: 'usdt',
  fee: '0.00',
  arrives: { amount: '31.845128', currency: 'USDT' },
  destination: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf2',
};
const transaction = {
  blockchain: 'TRON',
  txid: '4f3d1c0be2a94c6d8e7f60718293a4b5c6d7e8f90123456789abcdef0fe9ac21',
  confirmations: 7,
  required: 20,
} as const;
export const OnChain = at({ ...inCoins, status: 'SENDING', transaction });
export const PaidOnChain = at({
  ...inCoins,
  status: 'PAID',
  transaction: { ...transaction, confirmations: 20 },
});
export const Paid = at({ ...ended, status: 'PAID' });
export const PaidInPart = at({
  ...ended,
  status: 'PAID',
  arrives: { amount: '30000.00', currency: 'NGN' },
  paidAmount: '30500.00',
});
export const Rejected = at({ ...ended, status: 'REJECTED', endReason: 'operator' });
export const Failed = at({ ...ended, status: 'FAILED', endReason: 'provider' });
export const Returned = at({ ...ended, status: 'RETURNED', endReason: 'returned' });
export const Canceled = at({ ...ended, status: 'CANCELED' });
