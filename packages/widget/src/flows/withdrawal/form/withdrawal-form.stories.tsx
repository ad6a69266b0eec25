import { buildSavedDetails, buildUser, buildWithdrawal } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { TransportError } from '../../../transport/transport-error.ts';
import { fillForm, goOn } from '../testing/fill-form.ts';
import { nigerianAnswers, nigerianBank, withdrawalOffer } from '../testing/sample-withdrawals.ts';

const meta: Meta<typeof Stage> = {
  title: 'Withdrawal/Form',
  component: Stage,
  args: { path: '/withdrawal/redirect?method=opay', answers: nigerianAnswers },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Empty: Story = {};
export const Filled: Story = { play: fillForm };
export const WithFee: Story = {
  args: { path: '/withdrawal/redirect?method=bank-ng' },
};
export const ArabicSmall: Story = { globals: { locale: 'ar', viewport: { value: 'small' } } };

export const UseAgain: Story = {
  args: {
    answers: {
      ...nigerianAnswers,
      'saved-details-list': {
        details: [
          buildSavedDetails({ paymentMethod: 'opay', masked: 'OPay •••• 6789' }),
          buildSavedDetails({
            detailsId: 'details-2',
            paymentMethod: 'opay',
            masked: 'OPay •••• 1020',
          }),
        ],
      },
    },
  },
};

const methods = [{ ...nigerianBank, paysToInstrument: true }];

/** It pays back to a card, and no deposit was made with one. */
export const NoDeposit: Story = {
  args: {
    path: '/withdrawal/redirect?method=bank-ng',
    answers: { ...nigerianAnswers, 'methods-withdrawal': { ...withdrawalOffer, methods } },
  },
};

export const BalanceTooLow: Story = {
  args: {
    answers: {
      ...nigerianAnswers,
      'user-get': buildUser({ balanceData: { primary: { amount: '120.00', currency: 'NGN' } } }),
    },
  },
};

/** Another withdrawal of the typed amount is under way. */
export const SameUnderWay: Story = {
  args: {
    answers: {
      ...nigerianAnswers,
      'withdrawal-list': {
        withdrawals: [
          buildWithdrawal({ paymentMethod: 'opay', amount: '52500.00', currency: 'NGN' }),
        ],
      },
    },
  },
  play: fillForm,
};

const refused = (code: string, params: Record<string, string> = {}): Story => ({
  args: {
    answers: {
      ...nigerianAnswers,
      'withdrawal-quote': new TransportError({
        kind: 'refused',
        code,
        message: '',
        status: 422,
        params,
        reference: 'KR-7Q2M-41XK',
      }),
    },
  },
  play: goOn,
});

export const ClosedLoop = refused('payout.closedLoop', {
  amount: '20000.00',
  currency: 'NGN',
  method: 'bank-ng',
});
export const OtherName = refused('payout.nameMismatch');
export const Screened = refused('payout.screening');
export const Asking: Story = {
  args: { answers: { ...nigerianAnswers, 'withdrawal-quote': 'never' } },
  play: goOn,
};
