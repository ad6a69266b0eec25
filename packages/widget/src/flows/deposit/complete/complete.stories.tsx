import type { DepositState } from '@kassa/contract';
import { buildDepositState } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { TransportError } from '../../../transport/transport-error.ts';
import { Screen } from '../../../ui/screen.tsx';
import { CompleteStatus } from './complete-status.tsx';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Complete',
  component: Stage,
  args: { path: '/deposit/complete?depositId=deposit-1&method=card' },
};
export default meta;
type Story = StoryObj<typeof Stage>;

const withDeposit = (deposit: Partial<DepositState>): Story => ({
  args: { answers: { 'deposit-status': buildDepositState(deposit) } },
});

export const Waiting = withDeposit({ status: 'PENDING' });
export const Processed = withDeposit({ status: 'PAYED', processingAmount: '50.00' });
export const OtherAmount = withDeposit({ status: 'PAYED', processingAmount: '40.00' });
export const OtherCurrency = withDeposit({
  status: 'PAYED',
  processingAmount: '54.20',
  processingCurrency: 'USD',
});
export const Declined = withDeposit({ status: 'DECLINED' });
export const Canceled = withDeposit({ status: 'CANCELED' });
export const Expired = withDeposit({ status: 'AUTO_CANCELED' });

/** What waiting becomes after a minute; the story does not make anyone wait. */
export const Accepted: Story = {
  render: () => (
    <Screen layout="centered">
      <h1>Kassa</h1>
      <CompleteStatus status="accepted" />
    </Screen>
  ),
};

export const NotFound: Story = {
  args: {
    answers: {
      'deposit-status': new TransportError({
        kind: 'refused',
        code: 'deposit.notFound',
        message: '',
        reference: 'KS-7Q2M-41XK',
      }),
    },
  },
};
