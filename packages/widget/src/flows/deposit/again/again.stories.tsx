import type { PaymentMethod } from '@kassa/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../../testing/sample-offer.ts';
import { Stage } from '../../../testing/stage.tsx';

const meta: Meta<typeof Stage> = { title: 'Deposit/Again', component: Stage };
export default meta;
type Story = StoryObj<typeof Stage>;

const paid = { paymentMethod: 'card', amount: '50', currency: 'EUR', masked: '•••• 4242' };

/** The list of a player whose last paid deposit can be paid again. */
const answersWith = (part: Partial<PaymentMethod> = {}, lastPaid = paid) => ({
  'methods-payment-v3': {
    ...sampleOffer,
    methods: sampleOffer.methods.map((method) =>
      method.name === 'card' ? { ...method, ...part } : method,
    ),
    lastPaid: { paymentMethod: 'card', isRepeatable: true },
  },
  'deposit-list': { deposits: [], lastPaid },
});

export const Ready: Story = { args: { answers: answersWith({ usualMinutes: 0 }) } };

export const WithFee: Story = {
  args: { answers: answersWith({ fee: { percent: '2.5' }, usualMinutes: 1 }) },
};

/** A long name, and an amount of many digits. */
export const Long: Story = {
  args: {
    answers: answersWith(
      {
        text: { en: 'The Cooperative Savings Bank of Llanfairpwllgwyngyll' },
        amount_rules: { EUR: { min: '1', max: '999999999999' } },
      },
      { ...paid, amount: '1234567.89', masked: 'Mastercard •••• •••• •••• 4242' },
    ),
  },
};

/** The player's deposits are still on their way. */
export const Waiting: Story = {
  args: { answers: { ...answersWith(), 'deposit-list': 'never' } },
};
