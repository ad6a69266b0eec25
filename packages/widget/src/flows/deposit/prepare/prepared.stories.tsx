import { buildOffer, buildPaymentMethod, buildTextField } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';

const offer = buildOffer([buildPaymentMethod({ isPreparationRequired: true })]);

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Preparation',
  component: Stage,
  args: {
    path: '/deposit/redirect?method=card',
    answers: {
      'methods-payment-v3': offer,
      'deposit-prepare': {
        details: [
          { name: 'accountHolder', value: 'Kassa Payments Ltd' },
          { name: 'vpa', value: 'kassa@bank' },
        ],
        fields: [buildTextField({ name: 'utr', placeholder: { en: 'UTR' } })],
      },
    },
  },
};
export default meta;
type Story = StoryObj<typeof Stage>;

export const Prepared: Story = {};

export const Preparing: Story = {
  args: { answers: { 'methods-payment-v3': offer, 'deposit-prepare': 'never' } },
};

export const Failed: Story = {
  args: { answers: { 'methods-payment-v3': offer, 'deposit-prepare': networkError('lost') } },
};
