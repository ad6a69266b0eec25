import {
  buildAskingDeposit,
  buildCreatedDeposit,
  buildDepositSummary,
  buildTextField,
} from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../../testing/sample-offer.ts';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';

const deposit = buildDepositSummary();
const created = buildCreatedDeposit();
const answers = {
  'methods-payment-v3': sampleOffer,
  'deposit-list': { deposits: [deposit] },
  'deposit-get': { deposit, created },
};

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Unfinished',
  component: Stage,
  args: { path: '/deposit/history', answers },
};
export default meta;
type Story = StoryObj<typeof Stage>;
type Play = NonNullable<Story['play']>;

/** Presses the last button of the first card, which cancels the deposit or keeps it. */
const pressCancel: Play = async ({ canvas, userEvent }) => {
  const card = await canvas.findByRole('article');
  const buttons = [...card.querySelectorAll('button')];
  const cancel = buttons.at(-1);
  if (cancel !== undefined) await userEvent.click(cancel);
};

export const WaitingForPayment: Story = {};

export const Looking: Story = {
  args: { answers: { ...answers, 'deposit-get': 'never' } },
};

export const NeedsDetails: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-get': { deposit, created: buildAskingDeposit([buildTextField()]) },
    },
  },
};

export const NotOffered: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': { deposits: [{ ...deposit, paymentMethod: 'gone' }] },
      'deposit-get': { deposit, created: buildAskingDeposit([buildTextField()]) },
    },
  },
};

export const NextStepFailed: Story = {
  args: { answers: { ...answers, 'deposit-get': networkError('lost') } },
};

export const Canceling: Story = { play: pressCancel };

export const CancelFailed: Story = {
  args: { answers: { ...answers, 'deposit-cancel': networkError('lost') } },
  play: async (context) => {
    await pressCancel(context);
    const card = await context.canvas.findByRole('article');
    const [confirm] = card.querySelectorAll('button');
    if (confirm !== undefined) await context.userEvent.click(confirm);
  },
};

export const Canceled: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-cancel': { ...deposit, status: 'CANCELED' },
    },
  },
  play: CancelFailed.play as Play,
};

export const Several: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': {
        deposits: [
          deposit,
          { ...deposit, depositId: 'deposit-2', paymentMethod: 'sepa', amount: '1200.00' },
          { ...deposit, depositId: 'deposit-3', paymentMethod: 'skrill', amount: '15.50' },
        ],
      },
    },
  },
};

export const LongTexts: Story = {
  args: {
    answers: {
      ...answers,
      'methods-payment-v3': {
        ...sampleOffer,
        methods: sampleOffer.methods.map((method) => ({
          ...method,
          text: { en: 'The Very Long-Winded Cooperative Savings Bank of Llanfairpwllgwyngyll' },
        })),
      },
      'deposit-list': { deposits: [{ ...deposit, amount: '123456789012.00' }] },
    },
  },
};

export const LastDays: Story = {
  args: {
    answers: {
      ...answers,
      'deposit-list': {
        deposits: [
          { ...deposit, expiresAt: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString() },
        ],
      },
    },
  },
};
