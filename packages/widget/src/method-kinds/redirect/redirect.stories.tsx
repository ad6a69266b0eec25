import { buildCreatedDeposit } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stage } from '../../testing/stage.tsx';
import { TransportError } from '../../transport/transport-error.ts';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Redirect form',
  component: Stage,
  args: { path: '/deposit/redirect?method=card' },
};
export default meta;
type Story = StoryObj<typeof Stage>;

type Play = NonNullable<Story['play']>;

/** Types an amount and presses the button, in a browser that blocks popups. */
const submit =
  (amount: string): Play =>
  async ({ canvas, userEvent }) => {
    window.open = () => null;
    await userEvent.type(await canvas.findByRole('textbox'), amount);
    const buttons = await canvas.findAllByRole('button');
    const submitButton = buttons.find((button) => button.getAttribute('type') === 'submit');
    if (submitButton !== undefined) await userEvent.click(submitButton);
  };

export const Untouched: Story = {};

export const BelowLimit: Story = { play: submit('5') };

export const Creating: Story = {
  args: { answers: { 'deposit-create': 'never' } },
  play: submit('50'),
};

export const PopupBlocked: Story = { play: submit('50') };

export const PopupBlockedPost: Story = {
  args: {
    answers: { 'deposit-create': buildCreatedDeposit({ method: 'POST', data: { id: '1' } }) },
  },
  play: submit('50'),
};

export const Refused: Story = {
  args: {
    answers: {
      'deposit-create': new TransportError({
        kind: 'refused',
        code: 'provider.unavailable',
        message: '',
        reference: 'KS-7Q2M-41XK',
      }),
    },
  },
  play: submit('50'),
};

export const LimitsUnknown: Story = {
  args: {
    answers: {
      'deposit-limits': {
        min: '0',
        max: '0',
        limitedBy: 'method',
        remaining: null,
        resetsAt: null,
      },
    },
  },
};

export const Loading: Story = { args: { answers: { 'methods-payment-v3': 'never' } } };
